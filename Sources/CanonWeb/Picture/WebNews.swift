import CanonControl
import CanonSession
import NIOCore

/// What browsers are sent: the newest picture, and what moves. It is made once for all of them.
struct WebNews {
  private let desk: Desk
  /// The newest picture and its event.
  private var picture: WebPicture?
  private var pictureEvent = ByteBuffer()
  /// The number of the newest picture; 0 before the first one.
  private(set) var number = 0
  private var motion = WebMotion(place: .min, peaks: [])
  /// Whether something has moved by the last look.
  private(set) var moves = false
  /// Up to where the picture has what has happened, and when all of it was looked at last.
  private var seen: (mark: Glance.Mark, at: NIODeadline)?
  /// What is sent to those that were shown the newest picture. Its memory serves the next update, too.
  private(set) var events = ByteBuffer()

  /// How long something may have changed without an event before it shows. Dates count in seconds, and the performance tells of doors that
  /// they open; a look at everything, with its picture, costs half an update more.
  private static let longestTrust = TimeAmount.seconds(1)

  init(_ desk: Desk) { self.desk = desk }

  /// From where the next glance is to go on; nil to see everything.
  func mark(at now: NIODeadline) -> Glance.Mark? {
    seen.flatMap { now - $0.at < Self.longestTrust ? $0.mark : nil }
  }

  /// Takes a glance.
  /// - Parameter asked: When it was asked for.
  mutating func see(_ glance: Glance, asked: NIODeadline) {
    if let rest = glance.rest {
      let scenes = desk.program.set.scenes.map { WebPicture.Scene(scene: $0.id, title: $0.title) }
      let value = WebPicture(rest.snapshot, scenes: scenes, preview: desk.preview, pauseKey: rest.pauseKey)
      if value != picture {
        picture = value
        (pictureEvent, number) = (WebViewer.event("picture", JSONText.text(value)), number + 1)
      }
      seen = (glance.mark, asked)
    }
    moves = motion.move(to: glance.place, glance.levels)
  }

  /// Writes the events for those that were shown the newest picture.
  /// - Parameter showsLife: Whether there is one also if nothing has moved.
  mutating func write(showsLife: Bool) {
    events.clear()
    if moves {
      motion.write(to: &events)
    } else if showsLife {
      events.writeEvent("alive") { $0.writeStaticString("{}") }
    }
  }

  /// The events for those that were not.
  var all: ByteBuffer {
    var bytes = pictureEvent
    motion.write(to: &bytes)
    return bytes
  }
}
