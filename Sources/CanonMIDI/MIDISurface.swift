import CanonControl
import CanonEngine
import CanonFiles
import CanonSession
import Synchronization

/// The surface for pads, pedals and knobs (Documentation/MIDI.md). A driver reads their messages; those that are bound to a stem's state act on
/// their own frame, all others when they arrive here.
public final class MIDISurface: Surface, Learner {
  private let desk: Desk
  private let link: MIDILink
  private let map: Mutex<MIDIMap>
  /// Where what is learned is written.
  private let path: String
  /// What the next pad that is pressed is to do.
  private let lesson = Mutex<ControlCommand?>(nil)
  /// What is being written of what was learned.
  private let writing = Mutex<Task<Void, Never>?>(nil)
  /// How often the stems were bound: the last time counts, also if one before it takes longer.
  private let turns = Mutex(0)
  private let lane: CommandLane
  private let asker = Asker.named("midi")
  private let hands: Mutex<MIDIHands>
  private let lights: Mutex<MIDILights?>
  /// Whether the lights may show something else than what is.
  private let hasNews = Atomic<Bool>(true)
  private let start = ContinuousClock.now

  /// - Parameters:
  ///   - link: What the driver has too.
  ///   - path: The file of the map, which need not be there.
  ///   - outbox: As the link, for lights; nil for none.
  public init(
    _ desk: Desk, _ link: MIDILink, _ map: MIDIMap, path: String, _ outbox: MIDIOutbox? = nil
  ) {
    (self.desk, self.link, self.path) = (desk, link, path)
    self.map = Mutex(map)
    lane = CommandLane(desk)
    hands = Mutex(MIDIHands())
    lights = Mutex(outbox.map { MIDILights($0, map.device) })
  }

  // MARK: - Surface

  /// Hands the driver triggers whenever the stems, or the engine, may have become others.
  public func show(_ feed: Feed) async {
    for await item in feed {
      hasNews.store(true, ordering: .relaxed)
      switch item {
      case .snapshot, .missed: await bind()
      case .notice(let notice):
        switch notice.event {
        case .rolling, .reloaded, .replaced: await bind()
        case .driver(.connected), .driver(.lost):
          await letGo()
          await bind()
        default: break
        }
      }
    }
    link.put(nil)
  }

  /// How long messages wait that act when they arrive here.
  private static let pause = Duration.milliseconds(5)

  /// The time between two pictures of the lights.
  private static let lightPause = Duration.milliseconds(20)

  public func listen() async {
    var told = ContinuousClock.now
    var lost = 0
    var shown = told - Self.lightPause
    while !Task.isCancelled {
      var count = 0
      while count < 1000, let event = link.next() {
        await take(event)
        count += 1
      }
      // What has ended triggers need not be told, such as a replacement that was refused.
      if link.consumeOutdated() { await bind() }
      lost += link.consumeLost()
      if lost > 0, .now - told > .seconds(1) {
        await desk.note(.midiLost(lost))
        (told, lost) = (.now, 0)
      }
      if .now - shown >= Self.lightPause {
        shown = .now
        await showLights()
      }
      if count < 1000 { try? await Task.sleep(for: Self.pause) }
    }
  }

  public func flush() async { await writing.withLock(\.self)?.value }

  // MARK: - Lights

  private func showLights() async {
    // nil without lights.
    let isSeen = lights.withLock { $0?.isSeen() }
    guard let isSeen, hasNews.exchange(false, ordering: .relaxed) || !isSeen else { return }
    let snapshot = await desk.snapshot()
    // What was sent while nobody is there would come before all lights that a device gets.
    if snapshot.isAway { return }
    let actions = map.withLock { $0.actions(for: snapshot.stems.map(\.id)) }
    let picture = LightPicture(actions, snapshot.stems)
    let isOn = snapshot.isLightOn(after: .now - start)
    if lights.withLock({ $0?.show(picture, isOn: isOn) }) == false { hasNews.store(true, ordering: .relaxed) }
  }

  // MARK: - Messages

  private func take(_ event: MIDIEvent) async {
    guard let message = MIDIMessage([event.status, event.data1, event.data2].prefix(Int(event.count))) else {
      return
    }
    if lights.withLock({ $0?.heard(message.source) }) == true { hasNews.store(true, ordering: .relaxed) }
    let isPress = hands.withLock { $0.begins(message) }
    if isPress, !event.isTaken, let command = lesson.withLock({ $0.take() }) {
      return await learn(message.source, command)
    }
    // What comes after it, such as an undo, is about what it has changed.
    if event.isTaken { await desk.heedTriggers() }
    var current = 0.0
    if let fader = hands.withLock({ $0.fader(of: message) }) { current = await value(of: fader) }
    let command = hands.withLock { [current] in $0.command(for: message, current: current) }
    if let command, !event.isTaken { await lane.give(command, by: asker) }
  }

  /// Lets go of what is held: nobody can tell whether it still is.
  private func letGo() async {
    for command in hands.withLock({ $0.letGo() }) { await lane.give(command, by: asker) }
  }

  /// The value that a fader's parameter has, or is going to.
  private func value(of fader: MIDIFader) async -> Double {
    let isMaster = fader.target == StemSelection.master
    let mix = await desk.requestedMix(of: isMaster ? nil : fader.target)
    return switch fader.parameter {
    case .gain: isMaster ? mix.master.value : mix.gain.value
    case .pan: mix.pan.value
    }
  }

  // MARK: - Learning

  public func learn(_ command: ControlCommand?) async {
    lesson.withLock { $0 = command }
    await bind()
  }

  /// Binds what was pressed at once, and writes it beside what happens.
  private func learn(_ pressed: MIDISource, _ command: ControlCommand) async {
    let (source, old) = map.withLock { map in
      // A line for its channel alone comes before one for all channels.
      let source = map.actions[pressed] == nil ? pressed.onAnyChannel : pressed
      let old = map.actions[source]
      map.actions[source] = .button(press: command, release: nil)
      return (source, old)
    }
    hasNews.store(true, ordering: .relaxed)
    await bind()
    hands.withLock { $0.hold(pressed) }
    writing.withLock { writing in
      writing = Task.detached(priority: .utility) { [before = writing] in
        await before?.value
        await self.write(source, command, insteadOf: old)
      }
    }
  }

  private func write(_ source: MIDISource, _ command: ControlCommand, insteadOf old: MIDIAction?) async {
    let pad = "\(source.kind.rawValue) \(source.key)"
    do throws(FileProblems) {
      if map.withLock({ $0.ofSet.contains(source) }) {
        let file = desk.program.set.file
        throw FileProblems([FileProblem(file: file, field: "midi: \(pad)", MIDIAdvice.ofSet)])
      }
      try MIDIMap.learn(source, command, in: path)
      await desk.note(.learned(pad, does: "\(command)", map: path))
    } catch {
      // What does not stay is not there for tonight alone.
      map.withLock { $0.actions[source] = old }
      hasNews.store(true, ordering: .relaxed)
      await bind()
      await desk.note(.notLearned(pad, error))
    }
  }

  /// Binds messages to the stems that there are now. While a pad is waited for, none acts on its frame.
  private func bind() async {
    let turn = turns.withLock { turns in
      turns += 1
      return turns
    }
    let actions = map.withLock { $0.actions(for: desk.program.set.stems.map(\.id)) }
    var entries: [TriggerTable.Entry] = []
    for (source, action) in actions {
      guard case .button(let press, let release) = action, source.kind != .control else { continue }
      let channels =
        source.channel.map { [$0] } ?? MIDISource.channels.filter { actions[source.on($0)] == nil }
      // The end of a note whose beginning is the desk's is, too, lest it overtake it.
      let ways = source.kind == .note ? [(press as ControlCommand?, 0x90), (release, 0x80)] : [(press, 0xC0)]
      for (command, status) in ways {
        guard let command, let trigger = await desk.trigger(for: command, by: asker) else { break }
        entries += channels.map {
          TriggerTable.Entry(status: UInt8(status | ($0 - 1)), number: UInt8(source.number), trigger)
        }
      }
    }
    turns.withLock { [entries] turns in
      guard turns == turn else { return }
      hands.withLock { $0.adopt(actions) }
      lesson.withLock { link.put($0 == nil ? TriggerTable(entries) : nil) }
    }
  }
}

extension MIDISource {
  fileprivate func on(_ channel: Int) -> MIDISource {
    MIDISource(kind: kind, channel: channel, number: number)
  }
}
