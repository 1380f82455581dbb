import CanonNetwork

/// An address of canon as OSCQuery describes it (OSCQuery Proposal, Vidvox): a place that holds others, a method, or both.
struct OSCNode: Sendable {
  /// What a program may do with a method.
  enum Access: Int, Sendable {
    case read = 1
    case write = 2
    case both = 3
  }

  /// What an argument may be.
  enum Range: Hashable, Sendable {
    case any
    case numbers(ClosedRange<Double>)
    case words([String])
  }

  struct Method: Sendable {
    /// The types of its arguments, as in a message.
    var types: String
    var access: Access
    /// One for each argument.
    var ranges: [Range]
    /// What it says now; nil if it cannot be read, or says nothing yet.
    var values: [OSCValue]?
    var description: String
  }

  let path: String
  var contents: [String: OSCNode] = [:]
  var method: Method?

  /// The node of everything.
  init() { path = "/" }

  private init(path: String) { self.path = path }

  private static func parts(of path: String) -> [String] { path.split(separator: "/").map(String.init) }

  /// - Parameter path: With a slash before each part; slashes at its end mean nothing.
  /// - Returns: nil if there is nothing.
  func node(at path: String) -> OSCNode? {
    Self.parts(of: path).reduce(self as OSCNode?) { $0?.contents[$1] }
  }

  /// Puts a method in its place, instead of one that is there.
  mutating func put(_ method: Method, at path: String) { put(method, at: Self.parts(of: path)[...]) }

  private mutating func put(_ method: Method, at parts: ArraySlice<String>) {
    guard let first = parts.first else {
      self.method = method
      return
    }
    let start = path == "/" ? path : path + "/"
    contents[first, default: OSCNode(path: start + first)].put(method, at: parts.dropFirst())
  }
}
