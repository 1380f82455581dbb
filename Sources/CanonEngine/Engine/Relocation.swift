/// How a relocation of the music, or a new grid, moves what was planned.
public struct Relocation: BitwiseCopyable, Sendable {
  /// The frame on which the music moves.
  let at: FramePosition
  /// The frame of the music's first downbeat until now, and from now on.
  public let oldOrigin: FramePosition
  public let origin: FramePosition
  /// Where each place of the music is on the grid that applies from now on; nil for the same grid.
  private let map: GridMap?

  /// - Parameter distance: Frames forward in the music; negative for back.
  @_noLocks public init(at: FramePosition, origin: FramePosition, distance: FrameCount) {
    self.at = at
    oldOrigin = origin
    self.origin = origin &- distance
    map = nil
  }

  /// The music stays at its place, on another grid.
  @_noLocks public init(at: FramePosition, origin: FramePosition, to map: GridMap) {
    self.at = at
    oldOrigin = origin
    self.map = map
    self.origin = at &- map.position(of: at &- origin)
  }

  /// The frame of something that stays at its place in the music: at once if the music has passed that place.
  @_noLocks public func frame(_ old: FramePosition) -> FramePosition { max(at, place(old)) }

  /// The frame of a place in the music, which may be in the past.
  @_noLocks public func place(_ old: FramePosition) -> FramePosition {
    if old == .max { return .max }
    let position = old &- oldOrigin
    return (map?.position(of: position) ?? position) &+ origin
  }

  /// The place in the music to which something leads that has not happened yet, which led to `target` until now.
  @_noLocks public func target(_ target: FramePosition) -> FramePosition {
    place(target &+ oldOrigin) &- origin
  }
}
