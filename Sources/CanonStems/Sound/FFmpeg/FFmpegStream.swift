/// The first sound of a file, as ffprobe describes it.
struct FFmpegStream {
  let sampleRate: Int
  let channelCount: Int
  /// ffmpeg's name of the channels' places; nil if it has none that a filter takes.
  let layout: String?
  let samples: SoundHeader.Samples
  /// ffmpeg's name of the codec, and the bits of a sample that it tells of a codec without loss.
  let codec: String
  let bits: Int?

  init(_ file: Int32, _ program: String, until deadline: SuspendingClock.Instant) throws(SoundProblem.Cause) {
    let child = try ChildOutput(
      [program, "-v", "error"] + FFmpegFormat.limits + [
        "-select_streams", "a:0", "-of", "default=nw=1", "-show_entries",
        "stream=sample_rate,channels,channel_layout,sample_fmt,codec_name,bits_per_raw_sample",
        "-i", FFmpegFormat.input,
      ], reading: file, until: deadline)
    let text = child.text(limit: 4096)
    guard child.hasSucceeded() else { throw .damaged }
    // What ffmpeg can decode and has no sound is a film, or the like.
    if text.isEmpty { throw .unrecognised }
    func value(_ name: String) -> Substring? {
      text.split(separator: "\n").first { $0.hasPrefix(name + "=") }?.dropFirst(name.utf8.count + 1)
    }
    guard let rate = value("sample_rate").flatMap({ Int($0) }),
      let channels = value("channels").flatMap({ Int($0) }), rate > 0, channels > 0,
      let format = value("sample_fmt")
    else { throw .damaged }
    (sampleRate, channelCount) = (rate, channels)
    codec = value("codec_name").map(String.init) ?? "unknown"
    bits = value("bits_per_raw_sample").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    layout = value("channel_layout").map(String.init).flatMap { name in
      name != "unknown" && name.wholeMatch(of: /[A-Za-z0-9.()]+/) != nil ? name : nil
    }
    samples =
      switch format {
      case "s16", "s16p": .integers16
      case "u8", "u8p", "s32", "s32p": .integers
      default: .floats
      }
  }
}
