import CanonEngine
import CanonStems

/// A set in which every key of a set file occurs: loops of several lengths, some with fractions of frames, with intros,
/// releases, groups, follow actions, buses and scenes. The sound is noise without two equal frames, so that a frame in the
/// wrong place is detected. A beat is 28800/7 frames at 48 kHz, and the loop two beats, a sixth of a second, so that much
/// happens in a short time.
public struct FullSet: Sendable {
  public let folder: TestFolder
  public var path: String { folder.path }

  public static let ids = [
    "cello", "bass", "violin-a", "violin-b", "organ", "drum", "bell", "horn", "flute", "choir-a", "choir-b",
    "choir-c", "free",
  ]
  public static let buses = ["hall", "foldback"]

  public init() throws {
    folder = try TestFolder()
    _ = try folder.write(Self.text, to: "set.toml")
    // Frames of the loop, of two loops, of five and a half beats, and of three quarters of the loop.
    let (loop, double, long, short) = (8229, 16_457, 22_629, 6171)
    try write("cello", loop, .wav32f, channels: 1)
    try write("bass", double, .wav16, channels: 2)
    try write("violin-a", loop, .wav32f, channels: 2)
    try write("violin-b", loop, .wav16, channels: 1)
    try write("organ", long, .wav16, channels: 2)
    try write("drum", short, .wav32f, channels: 1)
    try write("bell", 5000, .wav32f, channels: 2)
    try write("horn", 12_000, .wav16, channels: 1)
    try write("flute", loop, .wav32f, channels: 2)
    for id in ["choir-a", "choir-b", "choir-c", "take-2"] { try write(id, loop, .wav16, channels: 2) }
    try write("free", 10_007, .wav32f, channels: 1)
  }

  private func write(_ name: String, _ frames: Int, _ format: SoundFormat, channels: Int) throws {
    var writer = try SoundWriter(
      path: folder.file(name + ".wav"), format: format, sampleRate: .studio, channelCount: channels)
    var state = UInt64(truncatingIfNeeded: name.utf8.reduce(5381) { $0 &* 33 &+ Int($1) })
    try writer.write(
      (0..<(frames * channels)).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (Float(state >> 40) / Float(1 << 24) - 0.5) / 4
      })
    _ = try writer.finish()
  }

  private static let text = """
    title = "Everything"
    tempo = 700
    meter = "2/4"
    loop  = "1 bars"
    ramp  = "3 ms"
    grace = "2 ms"
    seed  = 7

    [[bus]]
    id = "hall"
    title = "The big hall"
    [[bus]]
    id = "foldback"

    [[stem]]
    id = "cello"
    file = "cello.wav"
    base = true
    gain = -3
    buses = { hall = -6 }
    [[stem]]
    id = "bass"
    file = "bass.wav"
    base = true
    pan = 0.4
    buses = { hall = -12, foldback = -3 }
    [[stem]]
    id = "violin-a"
    file = "violin-a.wav"
    group = "duo"
    after = { loops = 3, then = "start:violin-b" }
    [[stem]]
    id = "violin-b"
    file = "violin-b.wav"
    group = "duo"
    pan = -0.5
    after = { loops = 2, then = "stop" }
    [[stem]]
    id = "organ"
    file = "organ.wav"
    region = "beat 2 .. beat 4"
    buses = { hall = 0 }
    [[stem]]
    id = "drum"
    file = "drum.wav"
    transpose = false
    quantum = "stem"
    buses = { foldback = -3 }
    [[stem]]
    id = "bell"
    file = "bell.wav"
    mode = "once"
    quantum = "beat"
    [[stem]]
    id = "horn"
    file = "horn.wav"
    region = "2000 .. 10000"
    entry = "top"
    repeat = 2
    quantum = "now"
    [[stem]]
    id = "flute"
    file = "flute.wav"
    stretch = "tape"
    offset = "1 beats"
    quantum = { start = "cycle", stop = "stem", mute = "beat", unmute = "now" }
    buses = { foldback = 0 }
    [[stem]]
    id = "choir-a"
    file = "choir-a.wav"
    group = "choir"
    after = { loops = 1, then = "any" }
    [[stem]]
    id = "choir-b"
    file = "choir-b.wav"
    group = "choir"
    after = { loops = 1, then = "any" }
    [[stem]]
    id = "choir-c"
    file = "choir-c.wav"
    group = "choir"
    after = { loops = 1, then = "any" }
    [[stem]]
    id = "free"
    file = "free.wav"
    stretch = "off"
    length = "free"
    quantum = "beat"

    [[scene]]
    id = "verse"
    quantum = "bar:2"
    commands = ["start violin-a organ", "start drum stem", "gain cello -9 over 1 bar", "mute bass"]
    [[scene]]
    id = "finale"
    commands = ["stop violin-* choir-*", "unmute bass", "gain master -3 over 2 beats", "solo off"]
    """
}

extension FullSet {
  /// A performance of the set with every kind of command, on frames that are not on the grid, and with stretches in which
  /// nothing changes for longer than a common cycle.
  public static let score = """
    @0 gain flute -4
    @17 start organ
    @5000 scene verse
    @40001 start horn
    @50000 start bell
    @70123 stop organ loop
    @90000 replace violin-a take-2.wav loop
    @90001 start flute
    @260000 gain flute -20 over 3 beats
    @261000 pan flute -0.9 beat over 1 loop
    @290000 solo flute drum
    @310000 solo cello alone
    @320007 solo off bar
    @330000 start choir-a
    @333333 press choir-b
    @400000 scene finale
    @420000 start horn cycle
    @430000 stop drum
    @450000 stop flute
    @700000 start violin-b
    @700000 start violin-a beat
    @720000 skip 12345
    @760000 replace cello take-2.wav now
    @780000 gain master -6 over 20000 frames
    @800000 stop all now
    @1100000 quit
    """
}
