import CanonControl
import CanonFiles
import CanonNetwork
import CanonSession
import Dispatch

/// The surface for the session manager: it saves when the manager says so, and tells it what needs attention.
public final class NSMSurface: Surface {
  private let desk: Desk
  private let session: NSMSession
  /// nil for a preview, of which nothing is kept.
  private let evenings: SessionEvenings?
  private let language: Language

  public init(_ desk: Desk, _ session: NSMSession, _ evenings: SessionEvenings?, _ language: Language) {
    (self.desk, self.session, self.evenings, self.language) = (desk, session, evenings, language)
  }

  /// It does when the manager has opened another session.
  public var endsPerformance: Bool { true }

  public func show(_ feed: Feed) async {
    for await item in feed {
      guard case .notice(let notice) = item, notice.event.needsAttention, let text = notice.text(language)
      else { continue }
      session.link.send(OSCMessage("/nsm/client/message", .int(2), .text(text)))
    }
  }

  public func listen() async {
    session.opened()
    evenings?.tellWhetherDirty { [session] isDirty in
      session.link.send(OSCMessage(isDirty ? "/nsm/client/is_dirty" : "/nsm/client/is_clean"))
    }
    for await news in session.link.news {
      guard case .request(let request) = news else { continue }
      switch request {
      case .welcome, .refused: break
      case .save: await save()
      case .open(nil): session.link.refuse(NSMRequest.opening, .project, language)
      case .open(let project?):
        session.next = project
        await session.link.stop()
        return
      }
    }
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
  }

  private func save() async {
    guard let evenings, let evening = await desk.evening() ?? evenings.latest else {
      // It is as it was opened.
      session.link.answer(NSMRequest.saving, "Nothing has been played.")
      return
    }
    let problems = await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .utility).async { continuation.resume(returning: evenings.save(evening)) }
    }
    if problems.isEmpty {
      session.link.answer(NSMRequest.saving, "Saved.")
    } else {
      session.link.refuse(NSMRequest.saving, .notSaved(problems), language)
    }
  }
}
