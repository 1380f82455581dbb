import ArgumentParser
import CanonControl
import CanonFiles
import CanonJack
import CanonNetwork
import CanonSession
import CanonTerminal

/// `canon play`: live, through JACK.
struct Play: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play a set live through JACK, in a full screen or line by line.",
    discussion: """
      At a terminal canon uses the full screen; "?" shows the keys. With --plain, and in a pipe, it reads commands from \
      standard input and writes events to standard output; "help" lists the commands. Without a JACK server canon uses \
      PipeWire; without either, it starts a private server while it plays.
      """)

  @OptionGroup var options: SourceOptions
  @OptionGroup var asOf: AsOfOption
  @OptionGroup var playback: PlaybackOptions
  @OptionGroup var language: LanguageOption
  @Flag(help: "Print events as JSON, one object per line.") var json = false
  @Flag(help: "Use line mode even on a terminal.") var plain = false
  @Flag(help: "Run without a terminal: do not read standard input; write problems to standard error.")
  var headless = false
  @Flag(help: "Disable the control socket (\"canon ctl\").") var noControl = false
  @Option(
    help: ArgumentHelp(
      "Listen for OSC, UDP and TCP, on this port of this machine alone, or at an address that other machines reach.",
      valueName: "[address:]port"))
  var osc: String?
  @Flag(help: "Serve a page for browsers on this machine, at http://127.0.0.1:8321/.") var web = false
  @Option(
    help: ArgumentHelp(
      "Serve the page there. Browsers on other machines are paired by a code (\"pair play\"). Includes --web.",
      valueName: "address[:port]"))
  var webAddress: String?
  @Flag(help: "Have browsers on this machine pair, too. Includes --web.") var webPairing = false
  @Flag(help: "Offer the port control_in for pads, pedals and knobs, and connect the MIDI devices to it.")
  var midi = false
  @Flag(help: "Do not appear as a player on the desktop, and do not listen to media keys (MPRIS).")
  var noMpris = false
  @Flag(help: "Print only refusals, door changes and problems.") var quiet = false
  @OptionGroup var screen: ScreenOptions
  @Option(
    help:
      "Record the performance to this new file, for \"canon render --score\". %Y %m %d %H %M %S become the date and time. If the file exists, NAME-2 is used, and so on.",
    completion: .file())
  var journal: String?
  @Option(
    help: ArgumentHelp(
      "Record the master from the first frame on into this new file, .wav or .flac. %Y and so on as for --journal; if the file exists, NAME-2 is used, and so on.",
      valueName: "file"), completion: .file())
  var record: String?
  @Option(
    help: ArgumentHelp(
      "Record every stem and bus into this folder, as .wav files. If there is something in it, NAME-2 is used, and so on.",
      valueName: "folder"),
    completion: .directory)
  var recordStems: String?
  @Flag(help: "Offer the inputs in_1 and in_2 from the start, not only from the first capture on.")
  var inputs = false
  @OptionGroup var server: ServerOptions
  @Option(
    help: ArgumentHelp(
      "Connect the master, or another output (violin-a=reverb), to this port or client instead of the physical outputs (repeatable). Patterns (\"violin-*=mixer:in_*\"), regular expressions (/^mixer:.*in$/) and physical:3 are possible too.",
      valueName: "[output=]target"))
  var connect: [String] = []
  @Flag(help: "Connect nothing.") var noConnect = false
  @Option(
    help: ArgumentHelp(
      "When the physical output that canon plays to disappears: \"pause\" until the same one is back, \"hold\" (play on unheard until then), or \"follow\" the default output.",
      valueName: "policy"))
  var onDeviceLoss = DevicePolicy.pause
  @Option(help: "The name of the JACK client, and of this canon for \"canon ctl\".") var name = "canon"
  @Flag(
    inversion: .prefixedNo,
    help:
      "Go on with the saved performance of this source and --name if it did not end with \"quit\", in phase, with the same stems. The default of --headless."
  )
  var resume: Bool?
  @Flag(
    help: "End with status 65 if a sound file cannot be read, instead of playing the others without it.")
  var strict = false
  @Option(help: "After an xrun: \"move\" with the server's clock, or \"stay\" at the old position.")
  var afterXrun = AfterXrun.move

  enum AfterXrun: String, ExpressibleByArgument, CaseIterable { case move, stay }

  func validate() throws {
    if headless && plain {
      throw language.error(.both("--headless", "--plain"))
    }
    if noConnect && !connect.isEmpty {
      throw language.error(.both("--connect", "--no-connect"))
    }
    if resume == true && asOf.text != nil {
      throw language.error(.both("--as-of", "--resume"))
    }
    if let record, !RecordRequest.isFormat(record) { throw language.error(.recordFormat(record)) }
    if let osc, NetworkPlace(osc) == nil { throw language.error(.osc(osc)) }
    if let webAddress, webPlace == nil { throw language.error(.webAddress(webAddress)) }
    try checkConnections()
    try server.check(language)
    if name.isEmpty || name.utf8.count > 63 || name.contains(":") {
      throw language.error(.name(name))
    }
    if name == PrivateServer.name {
      throw language.error(.privateName(name))
    }
  }

  func run() async throws {
    let loaded = try load()
    guard let session = await Self.joinSession(language.text) else {
      return try await run(loaded, nil, writes: false)
    }
    try await run(loaded, in: session)
  }

  /// What is played, and the line that shows how far its files are read.
  typealias Loaded = (source: Source, loading: LoadingLine?)

  /// - Throws: All that keeps the source from being played: a session does not learn of it.
  func load() throws -> Loaded {
    let loading = loadingLine
    do {
      let source = try playback.applied(
        to: options.load(language.text, strict ? .strict : .lenient, loading: loading), language.text)
      try checkOutputs(of: source.set)
      return (source, loading)
    } catch {
      loading?.end()
      throw error
    }
  }
}
