import CanonFiles
import CanonStems

/// A piece of a programme, by its place.
public struct PlayedPiece: Hashable, Sendable {
  public let list: SetList
  /// Counted from 1.
  public let number: Int

  /// - Precondition: The programme has a piece with this number.
  init(_ number: Int, of list: SetList) { (self.number, self.list) = (number, list) }

  public var piece: SetList.Piece { list.pieces[number - 1] }
  public var count: Int { list.pieces.count }
}

/// A piece of a programme that cannot be played, and why.
public struct SkippedPiece: Hashable, Sendable {
  /// Counted from 1.
  public let number: Int
  public let problems: FileProblems

  init(_ number: Int, _ problems: FileProblems) { (self.number, self.problems) = (number, problems) }
}

extension Source {
  /// The first piece of a programme that can be played.
  /// - Throws: The problems of all pieces, if none can.
  /// - Thread: any control thread (reads files)
  static func first(
    of list: SetList, _ readers: SoundReaders, _ policy: LoadingPolicy, dated: SetCheck.Depth?
  ) throws(FileProblems) -> Source {
    var skipped: [SkippedPiece] = []
    for number in 1...list.pieces.count {
      do throws(FileProblems) {
        var source = try piece(number, of: list, readers, policy, dated: dated)
        source.skipped = skipped
        return source
      } catch {
        skipped.append(SkippedPiece(number, error))
      }
    }
    throw FileProblems(skipped.flatMap(\.problems.problems))
  }

  /// A piece of a programme.
  /// - Parameter number: Counted from 1.
  /// - Throws: Why it cannot be played.
  /// - Thread: any control thread (reads files)
  static func piece(
    _ number: Int, of list: SetList, _ readers: SoundReaders, _ policy: LoadingPolicy,
    dated: SetCheck.Depth? = .samples
  ) throws(FileProblems) -> Source {
    if let problem = list.problemOfKind(of: number - 1) { throw FileProblems([problem]) }
    let loaded = try load(.path(list.pieces[number - 1].path), readers, policy, dated: dated)
    if let problem = list.problem(ofSceneIn: number - 1, loaded.set) { throw FileProblems([problem]) }
    var source = Source(name: list.path, set: loaded.set, schedule: loaded.schedule)
    (source.leftAlone, source.piece) = (loaded.leftAlone, PlayedPiece(number, of: list))
    return source
  }
}

extension SetList {
  /// The number of the piece in which an evening ended: among those with its source that which is nearest to its number, of two the later
  /// one, because pieces are more often added than taken away. What has no source is known by its number alone.
  /// - Returns: nil if it is not there.
  func number(of piece: Evening.Piece) -> Int? {
    let numbers = 1...pieces.count
    guard let source = piece.source else { return numbers.contains(piece.number) ? piece.number : nil }
    func distance(_ number: Int) -> Int { abs(number - piece.number) }
    return numbers.filter { pieces[$0 - 1].source == source }.reversed().min { distance($0) < distance($1) }
  }

  /// What is wrong with the scene that ends a piece; nil if the set has it.
  func problem(ofSceneIn piece: Int, _ set: StemSet) -> FileProblem? {
    let known = set.scenes.map(\.id)
    guard case .scene(let id, _) = pieces[piece].end, !known.contains(id) else { return nil }
    return problem(of: piece, "scene", found: CleanText.quote(id), .unknownScene(known: known))
  }

  /// What is wrong with the scenes that end pieces, where the sets can be read.
  /// - Thread: any control thread (reads files)
  public var sceneProblems: [FileProblem] {
    pieces.indices.compactMap { index in
      (try? Source.load(.path(pieces[index].path), dated: nil).set).flatMap { problem(ofSceneIn: index, $0) }
    }
  }

  /// The paths of its sets and schedules, each once.
  public var sources: [String] {
    var seen: Set<String> = []
    return pieces.map(\.path).filter { seen.insert($0).inserted }
  }
}

extension SetOrigin {
  /// The programme that it is; nil for anything else, and for what cannot be read.
  /// - Throws: All problems of the programme's file.
  /// - Thread: any control thread (reads files)
  public func programme() throws(FileProblems) -> SetList? {
    guard case .path(let path) = self, (try? Source.kind(of: path)) == .programme else { return nil }
    return try SetListFile.load(path)
  }
}
