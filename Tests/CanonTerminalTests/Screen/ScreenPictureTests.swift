import CanonControl
import CanonSession
import Testing

@testable import CanonTerminal

/// Pictures over the stems: the code with which a browser pairs.
@Suite struct ScreenPictureTests {
  @Test(
    "A picture needs block characters and room",
    arguments: [(80, 24, false, true), (79, 24, false, false), (80, 23, false, false), (80, 24, true, false)])
  func room(columns: Int, rows: Int, isASCII: Bool, draws: Bool) {
    #expect(ScreenStyle(isASCII: isASCII).draws(ScreenSize(columns: columns, rows: rows)) == draws)
  }

  @Test("A picture is shown as it is, with the words beside it", arguments: [(80, 24), (200, 40), (132, 24)])
  func picture(columns: Int, rows: Int) throws {
    // 25 squares, with runs of dark ones at the ends and within.
    let squares = (0..<25).map { row in (0..<25).map { ($0 / 3 + row / 5).isMultiple(of: 2) } }
    let invitation = PairingInvitation(
      role: .play, code: "K74F-2QAB", address: "http://192.168.100.200:8321/",
      link: "http://192.168.100.200:8321/#K74F2QAB", picture: squares)
    for language in Desk.Language.allCases {
      let lines = PairingText.lines(invitation, language)
      var view = try Stage.usual().view
      (view.language, view.overlay) = (language, .text(.pair(.play), lines))
      let shown = Screen.lines(
        view, size: ScreenSize(columns: columns, rows: rows), style: ScreenStyle()
      ).map(\.text)
      #expect(lines.count == 15 && PairingText.hasPicture(lines))
      let top = try #require(shown.firstIndex { $0.contains(lines[0]) })
      for (row, line) in lines.enumerated() { #expect(shown[top + row].contains(line), "\(row)") }
    }
  }
}
