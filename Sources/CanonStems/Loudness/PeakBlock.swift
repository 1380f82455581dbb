import CanonEngine

/// Some frames of all stems, summed in the ways that ``MixPeak`` compares.
struct PeakBlock: ~Copyable {
  /// The sums: the maximum and minimum of all stems together, and of any choice of stems, for left and right.
  private enum Sum: Int, CaseIterable { case fullMost, fullLeast, most, least }

  private let parts: [MixPeak.Part]
  /// Stems without a group are separate; the others are combined by group.
  private let groups: [[Int]]
  private let loop: GridLine
  private let capacity: Int
  private let memory: UnsafeMutablePointer<Float>

  init(_ parts: [MixPeak.Part], loop: GridLine, frames: Int) {
    self.parts = parts
    self.loop = loop
    capacity = frames
    let grouped = Dictionary(grouping: parts.indices.filter { parts[$0].configuration.group >= 0 }) {
      parts[$0].configuration.group
    }
    groups =
      parts.indices.filter { parts[$0].configuration.group < 0 }.map { [$0] }
      + grouped.sorted { $0.key < $1.key }.map(\.value)
    // Four sums of two channels, the most and the least of a group, and one stem.
    memory = .allocate(capacity: 11 * frames)
    memory.initialize(repeating: 0, count: 11 * frames)
  }

  deinit { memory.deallocate() }

  private func sum(_ sum: Sum, _ channel: Int) -> UnsafeMutablePointer<Float> {
    memory + (2 * sum.rawValue + channel) * capacity
  }
  private var groupMost: UnsafeMutablePointer<Float> { memory + 8 * capacity }
  private var groupLeast: UnsafeMutablePointer<Float> { memory + 9 * capacity }
  private var stem: UnsafeMutablePointer<Float> { memory + 10 * capacity }

  /// Sums the frames from `position` on.
  mutating func mix(from position: FramePosition, frames: Int) {
    memory.update(repeating: 0, count: 11 * capacity)
    for channel in 0..<2 {
      for group in groups {
        for (number, index) in group.enumerated() {
          let part = parts[index]
          if part.configuration.entry == .phase {
            part.read(from: position, channel, frames: frames, loop: loop, into: stem)
            include(stem, stem, isFirst: number == 0, frames: frames)
          } else {
            includeExtremes(of: part, channel, isFirst: number == 0, frames: frames)
          }
        }
        add(channel, mayBeSilent: !group.contains { parts[$0].configuration.isBase }, frames: frames)
      }
    }
  }

  /// Sums the extremes of all stems as if they all occurred on one frame.
  mutating func addExtremes() {
    memory.update(repeating: 0, count: 11 * capacity)
    for channel in 0..<2 {
      for group in groups {
        for (number, index) in group.enumerated() {
          includeExtremes(of: parts[index], channel, isFirst: number == 0, frames: 1)
        }
        add(channel, mayBeSilent: !group.contains { parts[$0].configuration.isBase }, frames: 1)
      }
    }
  }

  func peaks(frames: Int) -> (full: Float, worst: Float) {
    func peak(_ most: Sum, _ least: Sum) -> Float {
      var peak: Float = 0
      for channel in 0..<2 {
        let high = sum(most, channel), low = sum(least, channel)
        for frame in 0..<frames { peak = max(peak, max(high[frame], -low[frame])) }
      }
      return peak
    }
    return (peak(.fullMost, .fullLeast), peak(.most, .least))
  }

  /// Adds a stem to the maximum and minimum of its group.
  private func include(
    _ most: UnsafeMutablePointer<Float>, _ least: UnsafeMutablePointer<Float>, isFirst: Bool, frames: Int
  ) {
    if isFirst {
      groupMost.update(from: most, count: frames)
      groupLeast.update(from: least, count: frames)
      return
    }
    for frame in 0..<frames {
      groupMost[frame] = max(groupMost[frame], most[frame])
      groupLeast[frame] = min(groupLeast[frame], least[frame])
    }
  }

  private func includeExtremes(of part: MixPeak.Part, _ channel: Int, isFirst: Bool, frames: Int) {
    let (most, least) = part.extremes(channel)
    for frame in 0..<frames {
      groupMost[frame] = isFirst ? most : max(groupMost[frame], most)
      groupLeast[frame] = isFirst ? least : min(groupLeast[frame], least)
    }
  }

  /// Adds the group to the sums.
  private func add(_ channel: Int, mayBeSilent: Bool, frames: Int) {
    let fullMost = sum(.fullMost, channel), fullLeast = sum(.fullLeast, channel)
    let most = sum(.most, channel), least = sum(.least, channel)
    for frame in 0..<frames {
      fullMost[frame] += groupMost[frame]
      fullLeast[frame] += groupLeast[frame]
      most[frame] += mayBeSilent ? max(0, groupMost[frame]) : groupMost[frame]
      least[frame] += mayBeSilent ? min(0, groupLeast[frame]) : groupLeast[frame]
    }
  }
}
