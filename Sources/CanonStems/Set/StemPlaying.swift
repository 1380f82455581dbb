import CanonEngine
import CanonFiles

/// The keys of a stem's table about playing: the part of the file, the entry, the repeats, the follow action.
struct StemPlaying {
  /// Another stem that this one starts, and the place of that key.
  struct Mention {
    let table: TableReader
    let id: String
  }

  let region: RegionSpec?
  let intro: IntroPlacement
  let offset: TimeSpan?
  let entry: StemEntry
  /// 0: indefinitely.
  let repeats: Int
  let hasFreeLength: Bool
  let stretch: StretchMode
  let isTransposed: Bool
  private(set) var follow: FollowSpec?
  private(set) var mention: Mention?

  private enum Mode { case loop, once }

  /// - Parameter hasTempo: Whether the set names a tempo, be it right or wrong.
  init(_ table: TableReader, hasTempo: Bool) {
    region = Self.region(table, hasTempo: hasTempo)
    let intro = table.choice(
      "intro", [("upbeat", IntroPlacement.upbeat), ("boundary", .boundary), ("none", .none)],
      PlayingAdvice.intro)
    offset = Self.offset(table, hasTempo: hasTempo)
    let entry = table.choice("entry", [("phase", StemEntry.phase), ("top", .top)], PlayingAdvice.entry)
    let mode = table.choice("mode", [("loop", Mode.loop), ("once", .once)], PlayingAdvice.mode)
    repeats = Self.repeats(table, mode: mode)
    let length = table.choice("length", [("free", true)], PlayingAdvice.freeLength)
    let stretch = table.choice(
      "stretch", StretchMode.allCases.map { ($0.rawValue, $0) }, PlaybackAdvice.stretch)
    self.stretch = stretch ?? .on
    isTransposed = table.bool("transpose", PlaybackAdvice.transpose) ?? true
    self.entry = entry ?? (mode == .once ? .top : .phase)
    self.intro = intro ?? (self.entry == .top ? .boundary : .upbeat)
    hasFreeLength = length ?? false
    readFollow(table)
  }

  private static func region(_ table: TableReader, hasTempo: Bool) -> RegionSpec? {
    guard let region = table.parsed("region", RegionSpec.init, PlayingAdvice.region) else { return nil }
    if region.needsTempo, !hasTempo {
      table.report("region", found: CleanText.quote(region.text), TimingAdvice.needsTempo("region"))
    }
    if region.isReversed == true {
      table.report("region", found: CleanText.quote(region.text), PlayingAdvice.reversedRegion)
    }
    return region
  }

  private static func offset(_ table: TableReader, hasTempo: Bool) -> TimeSpan? {
    guard let offset = table.parsed("offset", TimeSpan.signed, PlayingAdvice.offset) else { return nil }
    if offset.needsTempo, !hasTempo {
      table.report("offset", found: CleanText.quote(offset.description), TimingAdvice.needsTempo("offset"))
    }
    return offset
  }

  private static func repeats(_ table: TableReader, mode: Mode?) -> Int {
    let count = table.integer("repeat", in: 1...StemSpec.mostRepeats, PlayingAdvice.repeats)
    guard mode == .once else { return count ?? 0 }
    if let count, count != 1 { table.report("repeat", found: "\(count)", PlayingAdvice.repeatOnce) }
    return 1
  }

  private mutating func readFollow(_ table: TableReader) {
    guard
      let inner = table.subtable("after", PlayingAdvice.follow)
    else { return }
    inner.title = table.field("after")
    let loops = inner.integer("loops", in: 1...FollowSpec.mostLoops, PlayingAdvice.followLoops)
    let then = inner.parsed("then", FollowSpec.Action.init, PlayingAdvice.followThen)
    for key in ["loops", "then"] where inner.value(key) == nil {
      inner.report(key, found: nil, key == "then" ? PlayingAdvice.followThen : PlayingAdvice.followLoops)
    }
    if let loops, repeats > 0, loops > repeats {
      inner.report("loops", found: "\(loops)", PlayingAdvice.followTooLate(repeats))
    }
    inner.finish()
    if case .start(let id)? = then { mention = Mention(table: inner, id: id) }
    if let loops, let then { follow = FollowSpec(loops: loops, then: then) }
  }
}
