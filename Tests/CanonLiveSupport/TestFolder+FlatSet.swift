import CanonStems

extension TestFolder {
  /// Writes a set of bases that all play the same constant, a second long.
  /// - Parameter more: Lines for the end of the set file.
  /// - Returns: The path of the set file.
  public func writeFlatSet(
    _ title: String, _ ids: [String], level: Float, format: SoundFormat = .wav16, more: String = ""
  ) throws -> String {
    var writer = try SoundWriter(
      path: file("flat.wav"), format: format, sampleRate: .studio, channelCount: 2)
    try writer.write([Float](repeating: level, count: 2 * 48_000))
    _ = try writer.finish()
    let stems = ids.map { "[[stem]]\nid = \"\($0)\"\nfile = \"flat.wav\"\nbase = true\n" }
    return try write("title = \"\(title)\"\n" + stems.joined() + more, to: "set.toml")
  }
}
