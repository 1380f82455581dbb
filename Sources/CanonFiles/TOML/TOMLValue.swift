/// A value of a TOML text, and its place.
public struct TOMLValue {
  public enum Content {
    case string(String)
    case integer(Int)
    case float(Double)
    case boolean(Bool)
    /// A date, a time, or both.
    case dateTime(TOMLDateTime)
    case array(TOMLArray)
    case table(TOMLTable)
    /// The value could not be read, and this was reported: the key is present, its value is unknown.
    case broken
  }

  public let content: Content
  /// Counted from 1. For a table it is the line of its header, for an array of tables that of the first header.
  public internal(set) var line: Int
  /// The text of a number, Boolean, date or time in the file; empty for other values.
  var written = ""

  public var string: String? { if case .string(let text) = content { text } else { nil } }
  public var integer: Int? { if case .integer(let number) = content { number } else { nil } }
  public var boolean: Bool? { if case .boolean(let isTrue) = content { isTrue } else { nil } }
  public var dateTime: TOMLDateTime? { if case .dateTime(let dateTime) = content { dateTime } else { nil } }
  public var array: [TOMLValue]? { if case .array(let array) = content { array.values } else { nil } }
  public var table: TOMLTable? { if case .table(let table) = content { table } else { nil } }
  public var isBroken: Bool { if case .broken = content { true } else { false } }

  /// A floating-point number, or an integer as one.
  public var number: Double? {
    switch content {
    case .integer(let number): Double(number)
    case .float(let number): number
    default: nil
    }
  }
}

/// A valid date, time of day, or both.
public struct TOMLDateTime: Hashable, Sendable {
  public struct Date: Hashable, Sendable {
    public var year: Int
    public var month: Int
    public var day: Int
  }
  public struct Time: Hashable, Sendable {
    public var hour: Int
    public var minute: Int
    public var second: Int
    /// Whether a non-zero fraction of a second follows.
    public var hasFraction: Bool
  }

  public var date: Date?
  public var time: Time?
  /// Minutes ahead of UTC; nil for local times.
  public var offset: Int?
}

/// The values between brackets, or the tables `[[name]]`.
public final class TOMLArray {
  public internal(set) var values: [TOMLValue]
  /// Whether it is written in brackets, so that no `[[name]]` can add to it.
  let isStatic: Bool

  init(_ values: [TOMLValue], isStatic: Bool) { (self.values, self.isStatic) = (values, isStatic) }
}

/// The keys of a TOML table with their values.
public final class TOMLTable {
  /// How the table was created, which decides what can add to it.
  enum Origin: Equatable {
    /// By the header of a table inside it.
    case implicit
    case header
    /// By a key with dots, in the section of this number.
    case dotted(section: Int)
    case inline
  }

  /// The line of the header; nil for the whole file.
  var line: Int?
  var origin: Origin
  /// Whether a part of it could not be read, so that it is unknown which keys are missing.
  var isIncomplete = false
  private(set) var keys: [String] = []
  private var values: [String: TOMLValue] = [:]

  init(line: Int?, origin: Origin) { (self.line, self.origin) = (line, origin) }

  subscript(key: String) -> TOMLValue? {
    get { values[key] }
    set {
      if let newValue, values.updateValue(newValue, forKey: key) == nil { keys.append(key) }
    }
  }
}
