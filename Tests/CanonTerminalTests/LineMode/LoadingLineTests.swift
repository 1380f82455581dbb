import CanonFiles
import Foundation
import Synchronization
import Testing

@testable import CanonTerminal

/// The line that shows how far the files are read.
@Suite struct LoadingLineTests {
  /// What reached the terminal, from both outputs.
  private final class Shown: Sendable {
    private let bytes = Mutex("")
    private let columns = Mutex(80)
    var width: Int {
      get { columns.withLock { $0 } }
      set { columns.withLock { $0 = newValue } }
    }
    func add(_ text: String) { bytes.withLock { $0 += text } }
    /// What was written since the last look, with `^` for the erasing of the rest of the line.
    func look() -> String {
      bytes.withLock { bytes in
        defer { bytes = "" }
        return bytes.replacing("\u{1b}[K", with: "^")
      }
    }
  }

  private let shown = Shown()
  private let start = ContinuousClock.now

  private func line(_ language: Language = .english) -> LoadingLine {
    LoadingLine(language) { [shown] in
      shown.width
    } text: { [shown] in
      shown.add($0)
    } note: { [shown] in
      shown.add($0)
    }
  }

  /// A line that is shown after half a second.
  private func begun(_ file: String = "a.wav", _ language: Language = .english) -> LoadingLine {
    let line = line(language)
    line.tell(.began(files: 64), at: start)
    line.tell(.reading(0, file: file), at: start)
    return line
  }

  @Test("The line is as wide as the terminal")
  func width() throws {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(terminal >= 0)
    defer { close(terminal) }
    var size = winsize(ws_row: 24, ws_col: 132, ws_xpixel: 0, ws_ypixel: 0)
    let isSet = ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0
    #expect(isSet && LoadingLine.columns(of: terminal) == 132)
    #expect(LoadingLine(.english, on: terminal, kind: "xterm")?.columns() == 132)
    #expect(LoadingLine.columns(of: -1) == 80)
  }

  @Test func itIsRewrittenInPlaceWhenItChangesAndErasedAtTheEnd() {
    let line = begun("pad.flac")
    line.draw(at: start + .milliseconds(499))
    #expect(shown.look() == "")
    line.draw(at: start + .milliseconds(500))
    #expect(shown.look() == "\rLoading: 0 of 64 files, 0 s^")
    line.draw(at: start + .milliseconds(700))
    #expect(shown.look() == "")
    line.draw(at: start + .seconds(3))
    #expect(shown.look() == "\rLoading: 0 of 64 files, 3 s; pad.flac takes long^")
    line.tell(.ended, at: start + .seconds(3))
    line.draw(at: start + .seconds(3))
    #expect(shown.look() == "\r^")
    line.draw(at: start + .seconds(4))
    #expect(shown.look() == "")
  }

  @Test func whatIsWrittenMeanwhileFindsItsRowEmptyAndAPromptComesBack() {
    let line = begun()
    line.write("canon> ")
    #expect(shown.look() == "canon> ")
    line.draw(at: start + .seconds(1))
    #expect(shown.look() == "\rLoading: 0 of 64 files, 1 s^")
    line.write("cello: waits.\ncanon> ")
    #expect(shown.look() == "\r^cello: waits.\ncanon> ")
    line.draw(at: start + .seconds(1))
    #expect(shown.look() == "\rLoading: 0 of 64 files, 1 s^")
    line.writeNote("canon: a note")
    #expect(shown.look() == "\r^canon: a note\n")
    line.draw(at: start + .seconds(1))
    #expect(shown.look() == "\rLoading: 0 of 64 files, 1 s^")
    line.tell(.ended, at: start + .seconds(1))
    line.draw(at: start + .seconds(1))
    #expect(shown.look() == "\r^canon> ")
    line.write("The clock starts.\n")
    #expect(shown.look() == "The clock starts.\n")
  }

  @Test func afterTheEndItDoesNotComeAgain() {
    let line = begun()
    line.write("canon> ")
    line.draw(at: start + .seconds(1))
    _ = shown.look()
    line.end()
    #expect(shown.look() == "\r^")
    line.draw(at: start + .seconds(2))
    line.end()
    #expect(shown.look() == "")
  }

  @Test func clearedItComesAgainWhenMoreIsRead() {
    let line = begun()
    line.draw(at: start + .seconds(1))
    _ = shown.look()
    line.tell(.ended, at: start + .seconds(1))
    line.clear()
    #expect(shown.look() == "\r^")
    line.tell(.began(files: 2), at: start + .seconds(2))
    line.draw(at: start + .seconds(3))
    #expect(shown.look() == "\rLoading: 0 of 2 files, 1 s^")
  }

  @Test func itStaysWithinTheWindowWhateverTheNameIs() {
    let line = begun("弦の\u{1b}[2J\nパッド.flac", .japanese)
    shown.width = 200
    line.draw(at: start + .seconds(3))
    #expect(
      shown.look() == "\r読み込み中：64ファイル中0、3秒。弦の\\u{1b}[2J\\u{a}パッド.flacに時間がかかっています^")
    // The last column stays empty, and a letter of two cells is not cut: eleven cells fit into both widths.
    shown.width = 13
    line.draw(at: start + .seconds(3))
    #expect(shown.look() == "\r読み込み中…^")
    shown.width = 12
    line.draw(at: start + .seconds(3))
    #expect(shown.look() == "", "it is the same line")
    shown.width = 0
    line.draw(at: start + .seconds(3))
    #expect(shown.look() == "\r^")
  }

  @Test func aFileIsNoTerminalAndADumbOneCannotErase() throws {
    let file = open("/dev/null", O_WRONLY), terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    defer {
      close(file)
      close(terminal)
    }
    #expect(LoadingLine(.english, on: file, kind: "xterm") == nil)
    for kind in [nil, "", "dumb"] { #expect(LoadingLine(.english, on: terminal, kind: kind) == nil) }
    #expect(LoadingLine(.english, on: terminal, kind: "xterm") != nil)
  }
}
