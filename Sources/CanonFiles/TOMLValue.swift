/// A value of a TOML text, and where it stands.
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
    /// What is written here could not be read, which was reported: the key is there, its value is not known.
    case broken
  }

  public let content: Content
  /// Counted from 1. Of a table its header, of an array of tables the first header.
  public internal(set) var line: Int
  /// What the file says, of numbers, booleans, dates and times; empty for the others.
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

/// A date, a time of the day, or both; each is one that exists.
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
    /// Whether a fraction of the second follows that is not zero.
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
  /// Whether it stands between brackets, so that no `[[name]]` adds to it.
  let isStatic: Bool

  init(_ values: [TOMLValue], isStatic: Bool) { (self.values, self.isStatic) = (values, isStatic) }
}

/// The keys of a TOML table with their values.
public final class TOMLTable {
  /// How it came to be, which decides on what may add to it.
  enum Origin: Equatable {
    /// By the header of a table inside it.
    case implicit
    case header
    /// By a key with dots, in the section of this number.
    case dotted(section: Int)
    case inline
  }

  /// Of the header; nil for the file as a whole.
  var line: Int?
  var origin: Origin
  /// Whether something in it could not be read at all, so that nobody knows what is missing.
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
