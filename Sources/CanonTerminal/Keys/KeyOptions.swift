/// The keys of `keys.toml` above its tables, with the defaults.
struct KeyOptions: Sendable {
  /// Whether `quit` asks for confirmation while a stem plays.
  var confirmsQuit = true
  /// The seconds by which the seek keys move the music, 1...``KeyTable/mostSeekSeconds``.
  var seekSeconds = 10
}
