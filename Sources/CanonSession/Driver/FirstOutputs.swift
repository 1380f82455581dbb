/// Which outputs a new client must have before the music begins: the master's, those that are recorded, and of those that sound on the first
/// frames the ones that go somewhere. Registering a port is a round trip to the server, and the music does not wait for those of a
/// hundred stems that nobody hears yet.
public struct FirstOutputs: Sendable {
  /// Whether stems and buses are recorded: their files have what they give to their ports.
  let areRecorded: Bool
  /// The ids of the stems that sound, or are to by what was requested, and those of the buses.
  let sounding: Set<String>

  /// The numbers of the pairs of ports (``OutputPlan/pairs``), the master's included.
  /// - Parameter isConnected: Whether an output, by its id, is to be connected to anything.
  public func pairs(of plan: OutputPlan, where isConnected: (String) -> Bool) -> Set<Int> {
    let first = plan.pairs.filter { _, output in
      areRecorded || sounding.contains(output.id) && isConnected(output.id)
    }
    return Set(first.keys).union([0])
  }
}
