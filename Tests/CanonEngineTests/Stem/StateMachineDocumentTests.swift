import CanonEngine
import CanonTestSupport
import Foundation
import Testing

/// Documentation/StateMachine.md is written from the code, and says what the code does.
///
/// ``RecordedText`` says how to write it anew.
@Suite struct StateMachineDocumentTests {
  @Test("The document has every status, every request, and its result")
  func document() throws {
    #expect(try RecordedText("Documentation/StateMachine.md").complaint(about: Self.text) == nil)
  }

  static let old = PendingChange(at: 120, by: .score), new = PendingChange(at: 32, by: .input)
  static let statuses: [StemStatus] = [
    .stop, .wait(old), .play, .playThenMute(old), .playThenStop(old), .mute, .muteThenPlay(old),
    .muteThenStop(old),
  ]

  static var text: String {
    """
    # The state machine of a stem

    How each request changes a stem's status. The tests write this page from the code.

    A status is a state with at most one pending change: a stem in *play, then mute* plays and has a mute pending.
    **new** is a change on the boundary of the request; **as before** is a change that stays on its frame.
    A key (🔑) marks a request that needs a permit: without one it is refused and nothing changes. An
    armed stem has had its permit. If a request of the same kind falls on the frame that is already pending,
    nothing changes.

    `fade … out` is a mute whose frame is the end of the fade; `fade … in` is a start, and both take up the same change that is
    pending for their frame. `panic` leads from every status to *stop*, at once. `pause` and `resume` change no status.

    What moves the music (`seek`, `freeze`, another tempo) changes no status: a pending change moves with its place in the music, and is due at
    once if that has passed. An edition without the stem leads to *stop*. One that shuts the stem turns *wait* into *stop*, and *mute, then
    play* into *mute*. A stop that a shut door has requested keeps its frame: nothing puts it off, and no request may replace it by one that
    would come later, except the door's own *cancel*. A request that waits for its frame changes nothing before; on that frame this page holds
    for it, and instead of a permit the stem must be open.

    \(table(.cancel, "A second press cancels (`second_press = \"cancel\"`)"))

    \(table(.now, "A second press makes the change take effect immediately (`second_press = \"now\"`): new means the frame of the press"))

    ## What a pending change leads to

    | status | on its frame |
    |---|---|
    \(statuses.map { "| \(name($0)) | \($0.next.map(\.word) ?? "stays") |" }.joined(separator: "\n"))

    """
  }

  private static func table(_ secondPress: SecondPress, _ title: String) -> String {
    let requests = StemRequest.allCases
    let rows = statuses.map { status in
      let cells = requests.map { request in
        let key = status.needsPermit(for: request, secondPress: secondPress) ? " 🔑" : ""
        return told(status.after(request, change: new, secondPress: secondPress), before: status) + key
      }
      return "| **\(name(status))** | \(cells.joined(separator: " | ")) |"
    }
    return
      (["## \(title)", "", "| status | \(requests.map(\.word).joined(separator: " | ")) |"]
      + ["|---|\(requests.map { _ in "---|" }.joined())"] + rows).joined(separator: "\n")
  }

  private static func name(_ status: StemStatus) -> String {
    guard let next = status.next, status.state != .wait else { return status.state.word }
    return "\(status.state.word), then \(next.word)"
  }

  private static func told(_ after: StemStatus, before: StemStatus) -> String {
    if after == before { return "—" }
    guard let pending = after.pending else { return name(after) }
    return "\(name(after)) (\(pending == new ? "new" : "as before"))"
  }
}
