import CanonEngine

/// A pair of outputs besides the master, to which stems may be sent.
public struct BusSpec: Hashable, Sendable {
  /// As a stem's; different from all of them, since it names ports too.
  public let id: String
  /// What people see, cleaned; the id when the file gives none.
  public let title: String
  /// Where the set file names it, counted from 1.
  public let line: Int?
}

/// How much of a stem goes to a bus.
public struct SendSpec: Hashable, Sendable {
  /// The bus's id.
  public let bus: String
  public let gain: Decibels
}
