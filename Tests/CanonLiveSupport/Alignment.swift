import CanonEngine
import CanonStems
import Foundation

/// The position of a live canon at each of the server's frames, from its events.
public struct ClockMap: Sendable {
  private var anchors: [(time: UInt32, position: Int64)] = []

  /// - Parameter lines: canon's output with `--json`, of one connection to a server.
  public init(_ lines: some Sequence<String>) {
    for line in lines {
      guard let event = EventLine(line), event["event"] as? String == "clock" else { continue }
      guard let position = event["frame"] as? Int, let time = event["server_frame"] as? Int else { continue }
      anchors.append((UInt32(time), Int64(position)))
    }
  }

  /// The position delivered at the server's frame `time`; nil before the first downbeat.
  public func position(at time: UInt32) -> Int64? {
    anchors.last { Int32(bitPattern: time &- $0.time) >= 0 }
      .map { $0.position + Int64(time &- $0.time) }
  }

  public var isEmpty: Bool { anchors.isEmpty }

  /// The distinct differences between position and server time: one if they always advanced together.
  public var anchorOffsets: Set<Int64> { Set(anchors.map { $0.position - Int64($0.time) }) }
}

/// A line of `--json` output.
public struct EventLine {
  private let fields: [String: Any]

  public init?(_ line: String) {
    guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
      return nil
    }
    fields = object
  }

  public subscript(key: String) -> Any? { fields[key] }

  /// Whether the event has this name and, if given, is about this stem and state.
  public func isEvent(_ name: String, stem: String? = nil, state: String? = nil) -> Bool {
    fields["event"] as? String == name && (stem == nil || fields["stem"] as? String == stem)
      && (state == nil || fields["state"] as? String == state)
  }
}

/// The comparison of a recording with its reference.
public struct Comparison: Sendable {
  /// The number of frames compared.
  public var frames = 0
  /// The number of these frames whose bits differ, left or right.
  public var different = 0
  /// The position of the first frame that differs.
  public var firstDifference: Int64?
  /// The lowest and the highest position compared.
  public var positions: ClosedRange<Int64>?

  /// Compares every recorded frame from the first downbeat on with `reference`, bit for bit.
  /// - Parameters:
  ///   - fromFirstSound: Whether to skip the cycles before the first one with sound, when the recorder was not connected
  ///     yet.
  ///   - passesOverSilence: Whether to skip each cycle in which a channel is all zero, because the recorder may not have
  ///     been connected. Remains of earlier cycles are not zero, and count as different.
  ///   - reference: The sample of each channel at a position; nil where nothing should be delivered, such as after the
  ///     end.
  public init(
    _ recording: Recording, _ clock: ClockMap, fromFirstSound: Bool = false, passesOverSilence: Bool = false,
    reference: (Int64) -> (Float, Float)?
  ) {
    var hasBegun = !fromFirstSound
    recording.forEachCycle { time, left, right in
      if passesOverSilence && (left.allSatisfy { $0 == 0 } || right.allSatisfy { $0 == 0 }) { return }
      // Left and right are connected one after the other.
      if !hasBegun { hasBegun = left.contains { $0 != 0 } && right.contains { $0 != 0 } }
      guard hasBegun, let start = clock.position(at: time) else { return }
      for k in 0..<left.count {
        let position = start + Int64(k)
        guard let expected = reference(position) else { continue }
        frames += 1
        positions =
          min(positions?.lowerBound ?? position, position)...max(positions?.upperBound ?? position, position)
        let l = left[left.startIndex + k], r = right[right.startIndex + k]
        if l.bitPattern != expected.0.bitPattern || r.bitPattern != expected.1.bitPattern {
          different += 1
          if firstDifference == nil { firstDifference = position }
        }
      }
    }
  }
}

extension Comparison {
  /// Compares the output of a canon with the rendering of its journal.
  /// - Parameters:
  ///   - lines: The lines that canon printed.
  ///   - source: nil for what the journal says was played.
  ///   - part: The stem or bus that was recorded; nil for the master.
  public init(
    _ recording: Recording, lines: [String], source: String?, journal: String, part: String? = nil,
    fromFirstSound: Bool = false, passesOverSilence: Bool = false
  ) throws {
    let (master, parts) = (journal + ".wav", journal + ".parts")
    let stems = part == nil ? [] : ["--stems", parts]
    let render = try CanonProcess.run(
      ["render"] + (source.map { [$0] } ?? []) + ["-o", master, "--score", journal, "--format", "wav32f"]
        + stems)
    guard render.status == 0 else { throw TimedOut(description: "not rendered: \(render.errors)") }
    let offline = try StereoFile(part.map { "\(parts)/\($0).wav" } ?? master)
    let delivered = try Journal(journal)
    self.init(
      recording, ClockMap(lines), fromFirstSound: fromFirstSound, passesOverSilence: passesOverSilence
    ) { position in delivered.index(of: position).flatMap { offline.frame($0) } }
  }

  /// Compares what canon has recorded with the rendering of its journal, which is there already: silence where the server played nothing, else
  /// the same bits.
  /// - Parameter part: The stem or bus; nil for the master.
  public init(recorded path: String, journal: String, part: String? = nil) throws {
    let file = try StereoFile(path)
    let offline = try StereoFile(part.map { "\(journal).parts/\($0).wav" } ?? journal + ".wav")
    let delivered = try Journal(journal)
    for position in file.left.indices {
      let index = delivered.index(of: Int64(position))
      guard let expected = index.map({ offline.frame($0) }) ?? (0, 0) else { break }
      frames += 1
      positions = 0...Int64(position)
      if file.left[position].bitPattern != expected.0.bitPattern
        || file.right[position].bitPattern != expected.1.bitPattern
      {
        different += 1
        firstDifference = firstDifference ?? Int64(position)
      }
    }
  }

  /// For messages.
  public var summary: String {
    "\(different) of \(frames) frames differ, the first at \(firstDifference ?? -1); compared: \(positions.map { "\($0)" } ?? "none")"
  }
}

/// A stereo sound file in memory.
public struct StereoFile: Sendable {
  public let left: [Float]
  public let right: [Float]

  public init(_ path: String) throws {
    let channels = try SoundFile.read(path).channels
    left = Array(channels[0])
    right = Array(channels[channels.count - 1])
  }

  public func frame(_ index: Int) -> (Float, Float)? {
    left.indices.contains(index) ? (left[index], right[index]) : nil
  }
}
