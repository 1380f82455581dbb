/// What is found in the place of a value, where it has no text of its own. The raw value is how English shows it.
public enum FoundKind: String, CaseIterable, Sendable {
  case table = "a table"
  case array = "an array"
  case emptyArray = "an empty array"
  case endOfLine = "the end of the line"
  case endOfFile = "the end of the file"
  case unknownKey = "an unknown key"
  case scheduleKey = "a key of the schedule"
  case circle = "a circle"
  case shutForEver = "a door that never opens"
}

/// What a file should be. The raw value is how English shows it.
public enum FileKind: String, CaseIterable, Sendable {
  case schedule = "a schedule"
  case set = "a set file"
  case scheduleOrSet = "a schedule or a set"
  case score = "a score"
  case memory = "a memory of canon"
  case evening = "a saved performance of canon"
  case keys = "a file of keys"
  case midi = "a map of MIDI messages"
  case patch = "a file of patches"
  case session = "canon's file of a session"
  case programme = "a programme"
}
