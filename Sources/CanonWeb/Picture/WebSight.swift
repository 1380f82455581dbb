import CanonControl
import CanonSession
import NIOCore
import Synchronization

/// What all browsers see: one picture is made for all, and only while somebody watches.
///
/// - Thread: any. Pictures have a thread of their own (``PictureThread``). The performance is looked at on it, too, within the step that sends
///   the picture: to wake other threads costs more than the look.
final class WebSight: Sendable {
  private struct Watcher {
    let viewer: WebViewer
    /// The number of the picture that it was shown last; 0 before the first one.
    var shown = 0
    /// When it last had room for a picture.
    var lastReady = NIODeadline.now()
  }

  private struct Seats {
    var watchers: [Watcher] = []
    var hasEnded = false
    /// Whether the thread of the pictures is there.
    var isShown = false
  }

  let desk: Desk
  let looks: LoopTaskExecutor
  private let seats = Mutex(Seats())
  /// The glance that was asked for last, until it is shown.
  let answer = Mutex<Glance?>(nil)
  /// Is rung when a glance comes late.
  let bell = ThreadBell()

  /// Browsers that can watch at a time.
  static let mostViewers = 16
  /// Windows of one paired browser that can watch at a time: it keeps no place from others.
  static let mostOfOne = 4
  /// How long a browser may leave everything unread.
  private static let longestStall = TimeAmount.seconds(30)

  /// - Parameter loop: One that never ends, for what the performance does once it is free. Browsers on others are served, too.
  init(_ desk: Desk, on loop: any EventLoop) { (self.desk, looks) = (desk, LoopTaskExecutor(loop)) }

  /// - Parameter isWelcome: Whether the browser still may watch. It is asked where ``dismiss(_:)`` cannot come between: a browser that is unpaired
  ///   is refused here or dismissed there, and is shown nothing after that.
  /// - Throws: The reason why there is no room, or no welcome.
  func add(_ viewer: WebViewer, if isWelcome: () -> Bool) throws(WebRefusal) {
    let begins = try seats.withLock { seats throws(WebRefusal) in
      guard isWelcome() else { throw .notPaired }
      guard !seats.hasEnded, seats.watchers.count < Self.mostViewers else { throw .tooMany }
      if let number = viewer.guest.number,
        seats.watchers.count(where: { $0.viewer.guest.number == number }) >= Self.mostOfOne
      {
        throw .tooManyOfOne
      }
      viewer.begin()
      seats.watchers.append(Watcher(viewer: viewer))
      defer { seats.isShown = true }
      return !seats.isShown
    }
    // Without a thread a browser sees nothing, and comes back.
    if begins, !PictureThread.begin(showing) { seats.withLock { $0.isShown = false } }
  }

  func remove(_ viewer: WebViewer) { seats.withLock { $0.watchers.removeAll { $0.viewer === viewer } } }

  /// Lets go a browser that is no longer paired.
  func dismiss(_ number: Int) {
    seats.withLock { seats in
      for watcher in seats.watchers where watcher.viewer.guest.number == number { watcher.viewer.close() }
      seats.watchers.removeAll { $0.viewer.guest.number == number }
    }
  }

  /// Tells everyone that canon has ended.
  func end() {
    seats.withLock { seats in
      seats.hasEnded = true
      for watcher in seats.watchers {
        watcher.viewer.send(WebViewer.event("end"))
        watcher.viewer.end()
      }
      seats.watchers = []
    }
  }

  // MARK: - On the thread of the pictures

  /// Whether somebody watches.
  var isWatched: Bool { seats.withLock { !$0.watchers.isEmpty } }

  /// Whether somebody watches again; if not, the thread ends.
  func goesOn() -> Bool {
    seats.withLock { seats in
      seats.isShown = !seats.watchers.isEmpty
      return seats.isShown
    }
  }

  /// Whether the thread is there.
  /// - Thread: any
  var isShown: Bool { seats.withLock(\.isShown) }

  /// Sends what is new.
  func tell(_ news: WebNews, at now: NIODeadline) {
    // A glance that somebody else had asked for may have no picture.
    if news.number == 0 { return }
    seats.withLock { seats in
      var all: ByteBuffer?
      for index in seats.watchers.indices {
        let viewer = seats.watchers[index].viewer
        guard viewer.isReady else {
          if now - seats.watchers[index].lastReady > Self.longestStall { viewer.close() }
          continue
        }
        seats.watchers[index].lastReady = now
        if seats.watchers[index].shown != news.number {
          seats.watchers[index].shown = news.number
          let bytes = all ?? news.all
          all = bytes
          viewer.send(bytes)
        } else if news.events.readableBytes > 0 {
          viewer.send(news.events)
        }
      }
    }
  }
}
