import CanonLiveSupport
import Testing

/// Completion in shells: the words of `canon ctl`, and the stems of the canon that plays.
extension LiveTests.Control {
  /// A shell with the completion of canon, as an interactive user has it.
  enum Shell: String, CaseIterable {
    case fish, zsh

    /// The command that starts the shell without its user's files.
    var start: String {
      switch self {
      case .fish: "fish --no-config"
      case .zsh: "zsh -f"
      }
    }

    /// The lines that load the completion.
    var lines: [String] {
      let canon = CanonProcess.path
      return switch self {
      case .fish: ["\(canon) --generate-completion-script fish | source"]
      case .zsh:
        [
          "autoload -U compinit; compinit -u -D",
          "source <(\(canon) --generate-completion-script zsh)",
        ]
      }
    }
  }

  @Test("bash completes the words and the stems of the canon that plays")
  func bash() throws {
    let canon = try headless(on: .started("canon-test-bash"))
    let script = """
      PATH="$(dirname "$0"):$PATH"
      source <(canon --generate-completion-script bash)
      complete_line() {
        COMP_LINE="$1" COMP_POINT=${#1}
        read -ra COMP_WORDS <<< "$1"
        [[ $1 == *" " ]] && COMP_WORDS+=("")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
        _canon canon "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
        echo "${COMPREPLY[@]}"
      }
      complete_line "canon ctl st"
      complete_line "canon ctl press violin-"
      complete_line "canon ctl --name canon mute ce"
      complete_line "canon ctl press violin-a b"
      """
    let output = try run("/bin/bash", "-c", script, CanonProcess.path)
    #expect(
      output == ["start stop status", "violin-a violin-b violin-c violin-d violin-e", "cello", "beat bar"])
    try #expect(canon.quitByControl() == [0, 0])
  }

  @Test(
    "fish and zsh do so too", .enabled(if: TmuxScreen.isTested),
    arguments: Shell.allCases.filter { Tool.isTested($0.rawValue) })
  func otherShells(shell: Shell) throws {
    let canon = try headless(on: .started("canon-test-\(shell)"))
    let screen = try TmuxScreen()
    // The completion calls the program by its name.
    try screen.enter("PATH=\"$(dirname \(CanonProcess.path)):$PATH\" exec \(shell.start)")
    for line in shell.lines { try screen.enter(line) }
    try screen.enter("echo is-loaded")
    try screen.wait("the completion is loaded") { $0.lines.contains { $0.hasPrefix("is-loaded") } }
    for (line, words) in [
      ("canon ctl st", ["start", "stop", "status"]),
      ("canon ctl press violin-", ["violin-a", "violin-b", "violin-c", "violin-d", "violin-e"]),
      ("canon ctl press violin-a b", ["beat", "bar"]),
    ] {
      try screen.press("C-u", "C-l")
      try screen.type(line)
      try screen.press("Tab")
      try screen.wait("\(line) is completed") { picture in
        picture.lines.contains { Set(words).isSubset(of: $0.split(separator: " ").map(String.init)) }
      }
    }
    try #expect(canon.quitByControl() == [0, 0])
  }
}
