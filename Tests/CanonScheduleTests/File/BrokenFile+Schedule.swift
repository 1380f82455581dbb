import CanonControlSupport
import CanonFiles
import CanonSchedule
import Testing

extension BrokenFile {
  /// Schedules; a line `...` stands for a good `set` and a good `time_zone`, on two lines.
  static func schedules(_ text: String) -> [BrokenFile] {
    cases(text, head: "set = \"../Stems/x\"\ntime_zone = \"Asia/Tokyo\"")
  }

  /// Reads the schedule, and expects it to be refused with just its messages.
  func expectItsMessage() {
    #expect(
      surprises { text throws(FileProblems) in try ScheduleFile.parse(path: "s.toml", text: text) } == [])
  }
}
