import ArgumentParser
import CanonControl
import CanonFiles
import CanonSession
import CanonTerminal
import Foundation

/// The options of the full screen.
struct ScreenOptions: ParsableArguments {
  @Flag(name: .customLong("no-color"), help: "Disable colours (or set NO_COLOR).") var noColour = false
  @Flag(help: "Draw with ASCII only.") var ascii = false
  @Flag(help: "Disable the mouse.") var noMouse = false

  func options(_ language: Language) -> FullScreen.Options {
    let environment = ProcessInfo.processInfo.environment
    var options = FullScreen.Options()
    let isPlain = noColour || !(environment["NO_COLOR"] ?? "").isEmpty
    options.style = ScreenStyle(isASCII: ascii || !Self.isUTF8(environment), hasColour: !isPlain)
    options.hasMouse = !noMouse
    options.language = language
    options.history = .usual(environment: environment)
    do throws(FileProblems) {
      options.keys = try KeyTable.loadUsual(environment: environment)
    } catch {
      options.notes = error.problems.map { $0.text(language) } + [KeyNote.usualKeys.text(language)]
    }
    return options
  }

  /// Whether the terminal uses UTF-8, by the variables in POSIX order.
  static func isUTF8(_ environment: [String: String]) -> Bool {
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    let name = locale.lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }
}
