/// The commands that wait for their frames, on the audio thread: a binary heap in memory of a fixed size, so that each takes and
/// returns a number of steps that is the logarithm of their number.
///
/// Sendable because only the thread that owns the engine accesses it.
@unsafe struct WaitingCommands: @unchecked Sendable {
  private let slots: UnsafeMutablePointer<EngineCommand>
  private let capacity: Int
  private(set) var count = 0

  /// - Parameter capacity: The most commands that can wait.
  init(capacity: Int) {
    unsafe self.capacity = capacity
    unsafe slots = .allocate(capacity: capacity)
    let filler = unsafe EngineCommand(
      ticket: CommandTicket(rawValue: 0), stem: StemIndex(0), by: .end, at: .max, edition: 0,
      action: .roll(nil))
    unsafe slots.initialize(repeating: filler, count: capacity)  // touches every page
  }

  func deallocate() { unsafe slots.deallocate() }

  /// The frame of the next command; `.max` if none waits.
  var nextFrame: FramePosition { @_noLocks get { unsafe count > 0 ? slots[0].at : .max } }

  /// - Parameter room: Places to leave free.
  /// - Returns: false if there is no room; nothing was changed.
  @_noLocks mutating func insert(_ command: EngineCommand, sparing room: Int) -> Bool {
    guard unsafe count < capacity &- room else { return false }
    unsafe (slots + count).initialize(to: command)
    unsafe count &+= 1
    unsafe rise(from: count &- 1)
    return true
  }

  /// Removes the first command if its frame is not after `frame`. Commands of one frame come in the order in which they were given.
  @_noLocks mutating func next(by frame: FramePosition) -> EngineCommand? {
    guard unsafe nextFrame <= frame else { return nil }
    return unsafe remove(0)
  }

  /// - Parameter index: 0 ..< ``count``; the order has no meaning.
  @_noLocks func command(_ index: Int) -> EngineCommand { unsafe slots[index] }

  /// Removes a command; its index is another one's then, if it was not the last.
  @_noLocks mutating func remove(_ index: Int) -> EngineCommand {
    let removed = unsafe slots[index]
    unsafe count &-= 1
    if unsafe index < count {
      unsafe slots[index] = slots[count]
      unsafe sink(from: index)
      unsafe rise(from: index)
    }
    return unsafe removed
  }

  @_noLocks private func isBefore(_ a: Int, _ b: Int) -> Bool {
    let (x, y) = unsafe (slots[a].at, slots[b].at)
    return unsafe x < y || (x == y && slots[a].ticket.rawValue < slots[b].ticket.rawValue)
  }

  @_noLocks private func swap(_ a: Int, _ b: Int) {
    let kept = unsafe slots[a]
    unsafe slots[a] = slots[b]
    unsafe slots[b] = kept
  }

  @_noLocks private func rise(from index: Int) {
    var child = index
    while child > 0 {
      let parent = (child &- 1) / 2
      guard unsafe isBefore(child, parent) else { return }
      unsafe swap(child, parent)
      child = parent
    }
  }

  @_noLocks private func sink(from index: Int) {
    var parent = index
    while true {
      var first = parent
      let (left, right) = (2 &* parent &+ 1, 2 &* parent &+ 2)
      if unsafe left < count && isBefore(left, first) { first = left }
      if unsafe right < count && isBefore(right, first) { first = right }
      if first == parent { return }
      unsafe swap(first, parent)
      parent = first
    }
  }
}
