/// One row of the table of keys. The parser of `keys.toml`, the help screen and Documentation/Keys.md all
/// come from ``KeyRow/all``.
public struct KeyRow: Hashable, Sendable {
  public let action: KeyAction
  /// Its default keys, the main one first.
  public let keys: [Key]
  /// One sentence, with a full stop.
  public let summary: String

  private init(_ action: KeyAction, _ keys: [Key], _ summary: String) {
    self.action = action
    self.keys = keys
    self.summary = summary
  }

  /// Every action once, in the order of the help screen.
  public static let all: [KeyRow] = [
    KeyRow(.selectNext, ["j", .down, .right], "Selects the next stem."),
    KeyRow(.selectPrevious, ["k", .up, .left], "Selects the previous stem."),
    KeyRow(.selectFirst, ["g", .home], "Selects the first stem."),
    KeyRow(.selectLast, ["G", .end], "Selects the last stem."),
    KeyRow(.pageDown, [.pageDown], "Moves down one page."),
    KeyRow(.pageUp, [.pageUp], "Moves up one page."),
    KeyRow(
      .press, [.enter, "p"],
      "Presses the selected stem: arms, mutes or unmutes it, or takes back what is pending."),
    KeyRow(.pressNow, ["P"], "Presses the selected stem now, not at its boundary."),
    KeyRow(.mute, ["m"], "Mutes the selected stem, or unmutes it."),
    KeyRow(.muteNow, ["M"], "Mutes or unmutes the selected stem now."),
    KeyRow(.solo, ["s"], "Solos the selected stem, or ends its solo."),
    KeyRow(.stop, ["x"], "Stops the selected stem."),
    KeyRow(.stopNow, ["X"], "Stops the selected stem now."),
    KeyRow(.cancel, ["c"], "Cancels the pending change of the selected stem."),
    KeyRow(.undo, ["u"], "Takes back what you have changed last."),
    KeyRow(.pause, [" "], "Pauses the performance, or resumes it."),
    KeyRow(.panic, [.control("x")], "Panic: silences everything at once, and stops every stem."),
    KeyRow(.gainUp, ["+", "="], "Makes the selected stem louder by 1 dB."),
    KeyRow(.gainDown, ["-"], "Makes the selected stem softer by 1 dB."),
    KeyRow(.panLeft, ["["], "Moves the selected stem to the left by 0.1."),
    KeyRow(.panRight, ["]"], "Moves the selected stem to the right by 0.1."),
    KeyRow(.masterUp, ["}"], "Makes the master, which is the sum of all, louder by 1 dB."),
    KeyRow(.masterDown, ["{"], "Makes the master softer by 1 dB."),
    KeyRow(.masterMute, ["\\"], "Silences the master, or brings it back."),
    KeyRow(.nextScene, [">"], "Goes to the next section, or runs the next scene."),
    KeyRow(.previousScene, ["<"], "Goes to the section before, or runs the previous scene."),
    KeyRow(.seekForward, ["."], "Moves the music forward by 10 seconds."),
    KeyRow(.seekBack, [","], "Moves the music back by 10 seconds."),
    KeyRow(.seekStart, [";"], "Plays from the top: moves the music to its beginning."),
    KeyRow(.doors, ["d"], "Shows the doors, and when they open."),
    KeyRow(.help, ["?", "h", .function(1)], "Shows the keys, or hides them."),
    KeyRow(.commandLine, [":"], "Opens the command line."),
    KeyRow(.redraw, [.control("l")], "Redraws the screen."),
    KeyRow(.quit, ["q"], "Ends the performance."),
  ]
}
