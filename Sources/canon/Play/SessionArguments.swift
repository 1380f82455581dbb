import ArgumentParser

/// The words of a command line of `canon play` in two parts, as a session keeps them.
enum SessionArguments {
  /// The words without the sources among them. A source can be equal to an option's value, so each is taken out where the rest still means the
  /// same.
  /// - Parameters:
  ///   - words: What follows `canon play`; it can be parsed.
  ///   - sources: Those of the parsed command.
  static func options(of words: [String], without sources: [String]) -> [String] {
    // Many files are as a rule one pattern of the shell, which stands together.
    if let first = sources.first, let start = words.firstIndex(of: first),
      words[start...].starts(with: sources)
    {
      let others = Array(words[..<start] + words[(start + sources.count)...])
      if (try? Play.parse(others))?.options.sources == [] { return others }
    }
    var (rest, left) = (words, sources)
    while !left.isEmpty {
      let fewer = Array(left.dropFirst())
      let place = rest.indices.first { place in
        guard rest[place] == left[0] else { return false }
        var others = rest
        others.remove(at: place)
        return (try? Play.parse(others))?.options.sources == fewer
      }
      guard let place else { return rest }
      rest.remove(at: place)
      left = fewer
    }
    return rest
  }
}
