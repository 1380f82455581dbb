import Glibc

/// The output of a run: the two channels of the master, of each stem's ports and of each bus.
public struct Output: Sendable {
  public var master: [Float] = []
  public var right: [Float] = []
  public var ports: [[Float]]
  public var portsRight: [[Float]]
  /// The left and right channel of the first bus, then of the second, and so on.
  public var buses: [[Float]]

  public init(stems: Int, buses: Int = 0) {
    ports = Array(repeating: [], count: stems)
    portsRight = ports
    self.buses = Array(repeating: [], count: 2 * buses)
  }

  public static func += (a: inout Output, b: Output) {
    a.master += b.master
    a.right += b.right
    for k in a.ports.indices { a.ports[k] += b.ports[k] }
    for k in a.ports.indices { a.portsRight[k] += b.portsRight[k] }
    for k in a.buses.indices { a.buses[k] += b.buses[k] }
  }

  /// Appends interleaved frames to the channels of the master (`pair` 0) or of a stem's port (from 1 on).
  public mutating func append(_ frames: UnsafeBufferPointer<Float>, to pair: Int) {
    let left = stride(from: 0, to: frames.count, by: 2).map { frames[$0] }
    let right = stride(from: 1, to: frames.count, by: 2).map { frames[$0] }
    if pair == 0 {
      master += left
      self.right += right
    } else {
      ports[pair - 1] += left
      portsRight[pair - 1] += right
    }
  }

  /// One silent frame.
  public static func silence(like other: Output) -> Output {
    var output = Output(stems: other.ports.count)
    (output.master, output.right) = ([0], [0])
    output.ports = other.ports.map { _ in [0] }
    output.portsRight = output.ports
    output.buses = other.buses.map { _ in [0] }
    return output
  }

  /// All channels without their first `frames` frames.
  public func dropping(_ frames: Int) -> Output { cut { Array($0.dropFirst(frames)) } }

  /// The first `frames` frames of all channels.
  public func prefix(_ frames: Int) -> Output { cut { Array($0.prefix(frames)) } }

  private func cut(_ part: ([Float]) -> [Float]) -> Output {
    var output = self
    output.master = part(master)
    output.right = part(right)
    output.ports = ports.map(part)
    output.portsRight = portsRight.map(part)
    output.buses = buses.map(part)
    return output
  }

  public var channels: [[Float]] { [master, right] + ports + portsRight + buses }

  /// All channels as bit patterns, so that 0 and -0 differ and a NaN that was not overwritten is found.
  public var bits: [[UInt32]] { channels.map { $0.map(\.bitPattern) } }

  /// The first frame on which the bits of two outputs differ, and all channels that differ there; nil if none do.
  public func difference(from other: Output) -> String? {
    let names =
      ["master left", "master right"] + ports.indices.map { "port \($0) left" }
      + ports.indices.map { "port \($0) right" } + buses.indices.map { "bus \($0 / 2) side \($0 % 2)" }
    var first: (frame: Int, texts: [String]) = (.max, [])
    for (name, (a, b)) in zip(names, zip(channels, other.channels)) {
      guard a.count == b.count else { return "\(name) has \(a.count) and \(b.count) frames" }
      let isSame = a.withUnsafeBytes { a in
        b.withUnsafeBytes { b in a.isEmpty || memcmp(a.baseAddress!, b.baseAddress!, a.count) == 0 }
      }
      if isSame { continue }
      let frame = a.indices.first { a[$0].bitPattern != b[$0].bitPattern }
      guard let frame, frame <= first.frame else { continue }
      if frame < first.frame { first = (frame, []) }
      first.texts.append("\(name): \(a[frame]), \(b[frame])")
    }
    return first.texts.isEmpty ? nil : "frame \(first.frame), \(first.texts.joined(separator: "; "))"
  }

  /// The output with 0 instead of -0 in the ports. A negative sample times a gain of 0 gives -0, which the engine and its slow
  /// reference have in different places.
  public var withoutNegativeZeros: Output {
    var output = self
    for k in output.ports.indices {
      output.ports[k] = output.ports[k].map { $0 == 0 ? 0 : $0 }
      output.portsRight[k] = output.portsRight[k].map { $0 == 0 ? 0 : $0 }
    }
    return output
  }

  /// As ``difference(from:)``, but 0 and -0 are the same in the ports (``withoutNegativeZeros``).
  public func audibleDifference(from other: Output) -> String? {
    difference(from: other) == nil
      ? nil : withoutNegativeZeros.difference(from: other.withoutNegativeZeros)
  }

  public var isSilent: Bool { channels.allSatisfy { $0.allSatisfy { $0.bitPattern == 0 } } }
}
