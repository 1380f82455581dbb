import ArgumentParser

/// The words of a command line of `canon play` in two parts, as a session keeps them.
enum SessionArguments {
  /// The words without the sources among them. A source can be equal to an option's value, so each is taken out where the rest still means the
  /// same.
  /// - Parameters:
  ///   - words: What follows `canon play`; it can be parsed.
  ///   - sources: Those of the parsed command.
  static func options(of words: [String], without sources: [String]) -> [String] {
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
