import CanonEngine
import CanonStems

/// One value that a command sets and a later command may set again.
enum Facet: Hashable {
  case state(StemIndex), gain(StemIndex), pan(StemIndex), solo(StemIndex), file(StemIndex)
  case held(StemIndex)
  case master
  /// The scene that was run last.
  case scene

  var stem: StemIndex? {
    switch self {
    case .state(let stem), .gain(let stem), .pan(let stem), .solo(let stem), .file(let stem),
      .held(let stem):
      stem
    case .master, .scene: nil
    }
  }

  /// Whether it is a gain or a pan, whose requested value is known without a look at what is on its way.
  var isLevel: Bool {
    switch self {
    case .gain, .pan, .master: true
    case .state, .solo, .file, .held, .scene: false
    }
  }

  /// The same value in the next program; nil if its stem has left.
  func moved(_ succession: Succession) -> Facet? {
    switch self {
    case .state(let stem): succession[stem].map { .state($0) }
    case .gain(let stem): succession[stem].map { .gain($0) }
    case .pan(let stem): succession[stem].map { .pan($0) }
    case .solo(let stem): succession[stem].map { .solo($0) }
    case .file(let stem): succession[stem].map { .file($0) }
    case .held(let stem): succession[stem].map { .held($0) }
    case .master, .scene: self
    }
  }
}

extension ControlCommand {
  /// The facets that the command sets.
  /// - Parameter stem: nil for all stems, or the master.
  func facets(of stem: StemIndex?, among stems: Range<Int>) -> [Facet] {
    func each(_ facet: (StemIndex) -> Facet) -> [Facet] {
      stem.map { [facet($0)] } ?? stems.map { facet(StemIndex($0)) }
    }
    switch self {
    case .request, .fade: return each { .state($0) }
    case .gain: return [stem.map { .gain($0) } ?? .master]
    case .pan: return each { .pan($0) }
    case .solo: return each { .solo($0) }
    case .replace: return each { .file($0) }
    case .pause: return each { .held($0) }
    case .panic: return each { .state($0) } + each { .held($0) }
    case .scene, .next, .previous, .toggle, .undo, .skip, .seek, .freeze, .roll, .begin, .door, .faded,
      .asked, .supply, .gap, .left,
      .wait, .endWaiting,
      .reload, .playback, .piece, .edition, .record, .endRecording, .capture, .endCapture, .keep, .learn,
      .endLearning, .section, .cue, .mark, .unpair,
      .quit:
      return []
    }
  }
}
