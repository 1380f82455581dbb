import CanonEngine
import CanonSession

/// A frame, and where it lies for musicians.
public struct MusicalPlace: Hashable, Sendable {
  public let frame: FramePosition
  /// Counted from 1; nil without a grid.
  public let loop: Int64?
  /// Bar in the loop and beat in the bar; nil on the first frame of a loop, and without a tempo.
  public let beat: Beat?

  public struct Beat: Hashable, Sendable {
    public let bar: Int64
    public let beat: Int64
  }

  /// The frame on which a command is received that waits. While the music stands, it is where it stands.
  public init(receipt frame: FramePosition, in snapshot: Snapshot) {
    self.init(frame, music: snapshot.isFrozen ? snapshot.place : nil, in: snapshot)
  }

  /// - Parameter music: The position of the music on the frame; by default that according to the snapshot.
  public init(_ frame: FramePosition, music: FramePosition? = nil, in snapshot: Snapshot) {
    self.frame = frame
    let position = music ?? snapshot.music(on: frame)
    guard let grid = snapshot.grid, let place = snapshot.place(ofMusic: position) else {
      (loop, beat) = (nil, nil)
      return
    }
    loop = place.loop
    let isTop = grid.phase(of: position) == 0
    beat = isTop || grid.beatsPerLoop == 0 ? nil : Beat(bar: place.bar, beat: place.beat)
  }
}
