import CanonEngine

/// The transitions of a stem, written by hand from the design and not from the code.
///
/// `play>mute` plays and will mute; `+` is a change on the boundary that the request asks for, `=` one that
/// still is where it was before.
enum StateTable {
  private static let text = """
                press        start        stop         mute         unmute       cancel
    stop        wait+        wait+        stop         stop         stop         stop
    wait=       stop         wait+        stop         stop         wait=        stop
    play        play>mute+   play         play>stop+   play>mute+   play         play
    play>mute=  play         play         play>stop+   play>mute+   play         play
    play>stop=  play         play         play>stop+   play>mute+   play         play
    mute        mute>play+   mute>play+   mute>stop+   mute         mute>play+   mute
    mute>play=  mute         mute>play+   mute>stop+   mute         mute>play+   mute
    mute>stop=  mute         mute>play+   mute>stop+   mute         mute>play+   mute
    """

  /// Its 48 cells.
  static let rows: [Row] = {
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let requests = lines[0].map { word in StemRequest.allCases.first { $0.word == word }! }
    return lines.dropFirst().flatMap { line in
      zip(requests, line.dropFirst()).map { request, after in
        Row(before: Cell(letters: line[0]), request: request, after: Cell(letters: after))
      }
    }
  }()
}

/// One cell of the hand-written table of transitions.
struct Row: Sendable, CustomStringConvertible {
  let before: Cell
  let request: StemRequest
  let after: Cell

  var description: String { "\(before.letters), \(request.word)" }
}

/// A status as the table writes it.
struct Cell: Hashable, Sendable {
  let letters: String

  /// - Parameters:
  ///   - old: The change that `=` stands for.
  ///   - new: The change that `+` stands for.
  func status(old: PendingChange, new: PendingChange) -> StemStatus {
    let change = letters.hasSuffix("+") ? new : old
    switch letters.trimmingSuffix("+=") {
    case "stop": return .stop
    case "wait": return .wait(change)
    case "play": return .play
    case "play>mute": return .playThenMute(change)
    case "play>stop": return .playThenStop(change)
    case "mute": return .mute
    case "mute>play": return .muteThenPlay(change)
    case "mute>stop": return .muteThenStop(change)
    default: preconditionFailure("no such status: \(letters)")
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(_ letters: String) -> String {
    String(reversed().drop(while: letters.contains).reversed())
  }
}
