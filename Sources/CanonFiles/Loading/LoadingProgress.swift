/// How far the reading of many files is: events go in with their times, and what is to be shown at a time comes out.
public struct LoadingProgress: Sendable {
  public enum Event: Equatable, Sendable {
    /// So many files are read from now on.
    case began(files: Int)
    /// A file, by its place among them, is being read.
    case reading(Int, file: String)
    /// That file has been read, or cannot be.
    case read(Int)
    /// All of them have, and what was to be done with them is done.
    case ended
  }

  /// What a person who waits wants to know.
  public struct Shown: Equatable, Sendable {
    public let done: Int
    public let files: Int
    /// Whole seconds since the beginning.
    public let seconds: Int
    /// The file that has been read longest, if that takes long.
    public let slow: String?

    public init(done: Int, files: Int, seconds: Int, slow: String? = nil) {
      (self.done, self.files, self.seconds, self.slow) = (done, files, seconds, slow)
    }
  }

  public typealias Instant = ContinuousClock.Instant

  /// What ends sooner is not shown.
  public static let shortest = Duration.milliseconds(500)
  /// A file that is read for longer is named.
  public static let slowness = Duration.milliseconds(1500)

  private var start: Instant?
  private var files = 0
  private var done = 0
  private var reading: [Int: (file: String, since: Instant)] = [:]

  public init() {}

  /// Whether files are being read.
  public var goesOn: Bool { start != nil }

  public mutating func note(_ event: Event, at now: Instant) {
    switch event {
    case .began(let files):
      self = LoadingProgress()
      (start, self.files) = (now, files)
    case .reading(let place, let file): reading[place] = (file, now)
    case .read(let place): if reading.removeValue(forKey: place) != nil { done += 1 }
    case .ended: self = LoadingProgress()
    }
  }

  /// - Returns: nil if nothing is to be shown at this time.
  public func shown(at now: Instant) -> Shown? {
    guard let start, now - start >= Self.shortest else { return nil }
    // Of files that were begun at once the first one, so that the name stays.
    let oldest = reading.min { ($0.value.since, $0.key) < ($1.value.since, $1.key) }?.value
    let slow = oldest.flatMap { now - $0.since >= Self.slowness ? $0.file : nil }
    return Shown(done: done, files: files, seconds: Int((now - start).components.seconds), slow: slow)
  }
}
