import CanonEngine

/// A pair of outputs in addition to the master, to which stems can be sent.
public struct BusSpec: Hashable, Sendable {
  /// In the form of a stem's id; different from all stems' ids, because it names ports too.
  public let id: String
  /// The displayed title, cleaned; the id if the file has no title.
  public let title: String
  /// Its line in the set file, counted from 1.
  public let line: Int?
}

/// The level of a stem in a bus.
public struct SendSpec: Hashable, Sendable {
  /// The bus's id.
  public let bus: String
  public let gain: Decibels
}
