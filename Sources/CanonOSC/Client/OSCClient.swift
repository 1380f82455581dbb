import CanonControl
import CanonEngine
import CanonFiles
import CanonNetwork
import CanonSession

/// One client: a connection, or an address that sends datagrams.
///
/// Its lines are handed to the desk in the order in which they came, one after the other. Answers do not hold up what comes after, and
/// nothing holds up a panic.
actor OSCClient {
  private let server: OSCShared
  private let link: OSCLink
  private let address: String
  /// Made with the first line: who sends no valid one needs none.
  private var asker: Asker?
  /// Whether answers may go to it.
  private var isProven: Bool
  /// What it was sent to show that it can be reached; nil before it asked.
  private var key: Int32?
  private var subscriptions: [OSCTopic: Task<Void, Never>] = [:]
  /// Lines that wait for those before them.
  private var lines: [String] = []
  private var work: Task<Void, Never>?
  /// Answers that the engine has not given yet.
  private var openAnswers = 0

  /// Lines that may wait, and answers that are waited for beside what comes after.
  static let mostLines = 1024
  private static let mostOpenAnswers = 256

  init(_ server: OSCShared, _ link: OSCLink, at address: String) {
    (self.server, self.link, self.address) = (server, link, address)
    isProven = link.isProven
  }

  private var desk: Desk { server.desk }

  var isSubscribed: Bool { !subscriptions.isEmpty }

  /// Ends its subscriptions, and forgets what it has changed.
  /// - Parameter carriesOut: Whether the lines that it has sent are still carried out.
  func end(carriesOut: Bool) async {
    if !carriesOut { lines = [] }
    for task in subscriptions.values { task.cancel() }
    subscriptions = [:]
    server.subscribers.remove(self)
    await work?.value
    if let asker { await desk.leave(asker) }
    asker = nil
  }

  // MARK: - What it sends

  /// Does what the messages of a packet ask for. What cannot be read changes nothing, the messages beside it included.
  func receive(_ packet: [UInt8]) async {
    let messages: [OSCTimedMessage]
    do throws(OSCFormatProblem) {
      messages = try OSCReader.messages(packet)
    } catch {
      return refuse("", .format(error))
    }
    // All messages of a bundle have one frame, whenever each is looked at.
    let snapshot = messages.contains { !$0.time.isImmediate } ? await desk.snapshot() : nil
    let now = server.settings.now()
    var wantsKey = false
    for timed in messages {
      do throws(OSCRefusal) {
        let request = try OSCRequest(timed.message)
        if request == .hello(key: nil) { wantsKey = true }
        guard case .line(let line) = request else {
          try answer(request)
          continue
        }
        guard let snapshot else {
          try take(line)
          continue
        }
        try take(try Self.line(line, at: timed.time, snapshot, now: now))
      } catch {
        refuse(timed.message.address, error)
      }
    }
    if wantsKey { sendKey() }
  }

  /// Seconds that a time tag may be ahead.
  static let farthest = 86_400.0

  /// A line that waits for the frame that is played at a time; one whose time has come is as it is.
  static func line(
    _ line: String, at time: OSCTimeTag, _ snapshot: Snapshot, now: Double
  ) throws(OSCRefusal) -> String {
    let seconds = time.secondsSince1970 - now
    if time.isImmediate || seconds <= 0 { return line }
    guard seconds <= farthest else { throw .tooFarAhead }
    guard let rate = snapshot.sampleRate, snapshot.hasStarted, !snapshot.isAway else { throw .noClock }
    return "at @\(snapshot.position + FrameCount((seconds * Double(rate.hertz)).rounded())) \(line)"
  }

  private func take(_ line: String) throws(OSCRefusal) {
    if line == "panic" {
      Task { await say(line) }
      return
    }
    guard lines.count < Self.mostLines else { throw .busy }
    lines.append(line)
    guard work == nil else { return }
    work = Task {
      while !lines.isEmpty { await say(lines.removeFirst()) }
      work = nil
    }
  }

  private func say(_ line: String) async {
    let asker = asker ?? desk.enter(named: "\(OSCServer.name) \(address)")
    self.asker = asker
    let reply = await desk.submit(line, at: .network, by: asker)
    if openAnswers >= Self.mostOpenAnswers { return await answer(line, await reply()) }
    openAnswers += 1
    Task {
      await answer(line, await reply())
      openAnswers -= 1
    }
  }

  private func answer(_ request: OSCRequest) throws(OSCRefusal) {
    switch request {
    case .line, .released, .hello(key: nil): break
    case .ping: send([OSCMessage("/canon/pong", .text("canon"))])
    case .hello(let key): try greet(key)
    case .subscribe(let topic, let interval): try subscribe(topic, interval)
    case .unsubscribe(let topic):
      for topic in topic.map({ [$0] }) ?? OSCTopic.allCases { endSubscription(topic) }
    }
  }

  /// The one thing that is sent to who is not proven: once for a packet, and about as long as the question.
  private func sendKey() {
    let new = Int32.random(in: .min ... .max)
    key = new
    link.send(OSCWriter.packet(OSCMessage("/canon/proof", .int(new))))
  }

  private func greet(_ key: Int32?) throws(OSCRefusal) {
    // Whoever guesses has one guess.
    defer { self.key = nil }
    guard key == self.key else { throw .wrongKey }
    isProven = true
    send([OSCMessage("/canon/welcome")])
  }

  // MARK: - Answers

  private func answer(_ line: String, _ reply: Reply) async {
    guard isProven else { return }
    let (line, language) = (OSCValue.text(Self.short(line)), server.settings.language)
    switch reply {
    case .done, .quit: send([OSCMessage("/canon/done", line)])
    case .undone(let note): send([OSCMessage("/canon/done", line, .text(note.text(language)))])
    case .later: send([OSCMessage("/canon/later", line)])
    case .waits(let note): send([OSCMessage("/canon/later", line, .text(note.text(language)))])
    case .refused(let problems):
      let reasons = problems.flatMap { [OSCValue.text($0.code), .text($0.text(language))] }
      send([OSCMessage("/canon/refused", [line] + reasons)])
    case .view(let view):
      let packet = OSCWriter.packet(OSCMessage("/canon/\(view.word)", .text(await desk.json(view))))
      if packet.count > link.longestPacket { return refuse(view.word, .tooLong(bytes: packet.count)) }
      link.send(packet)
    }
  }

  private func refuse(_ line: String, _ refusal: OSCRefusal) {
    guard isProven else { return }
    let text = refusal.text(server.settings.language)
    send([OSCMessage("/canon/refused", .text(Self.short(line)), .text(refusal.code), .text(text))])
  }

  /// What is told of a line or an address, which may be as long as a packet.
  static func short(_ text: String) -> String { String(text.prefix(CommandParser.longestLine)) }

  private func send(_ messages: [OSCMessage]) {
    guard isProven else { return }
    for packet in OSCWriter.packets(messages, longest: link.usualPacket) { link.send(packet.bytes) }
  }

  // MARK: - Subscriptions

  private func subscribe(_ topic: OSCTopic, _ interval: Int) throws(OSCRefusal) {
    guard isProven else { throw .unproven }
    guard server.subscribers.add(self) else { throw .tooManySubscribers }
    subscriptions[topic]?.cancel()
    let expiry = server.settings.expiry
    let end = ContinuousClock.now + expiry
    send([OSCMessage("/canon/subscribed", .text(topic.rawValue), .int(Int32(expiry.components.seconds)))])
    subscriptions[topic] = Task { await show(topic, every: .milliseconds(interval), until: end) }
  }

  private func endSubscription(_ topic: OSCTopic) {
    subscriptions.removeValue(forKey: topic)?.cancel()
    if subscriptions.isEmpty { server.subscribers.remove(self) }
    send([OSCMessage("/canon/unsubscribed", .text(topic.rawValue))])
  }

  /// Sends what has changed, at first everything, until the subscription expires or is replaced.
  private func show(_ topic: OSCTopic, every interval: Duration, until end: ContinuousClock.Instant) async {
    var shown: [String: OSCMessage] = [:]
    var last = ContinuousClock.now - interval
    var levels: OSCLevels?
    repeat {
      if link.isReady {
        let now = ContinuousClock.now
        let picture = await picture(topic, over: (now - last) / .seconds(1), after: &levels)
        if Task.isCancelled { return }
        last = now
        // What cannot be sent now is different from what was shown, and comes with the next picture.
        let news = OSCWriter.packets(
          picture.filter { shown[$0.address] != $0 }, longest: link.usualPacket)
        for packet in news where link.isReady {
          link.send(packet.bytes)
          for message in packet.messages { shown[message.address] = message }
        }
      }
      try? await Task.sleep(for: interval)
    } while !Task.isCancelled && ContinuousClock.now < end
    if !Task.isCancelled { endSubscription(topic) }
  }

  /// - Parameter last: The levels of the picture before.
  private func picture(
    _ topic: OSCTopic, over seconds: Double, after last: inout OSCLevels?
  ) async -> [OSCMessage] {
    switch topic {
    case .state: return OSCPicture.state(await server.sight.snapshot)
    case .clock: return OSCPicture.clock(await server.sight.snapshot)
    case .meters:
      let levels = await server.sight.levels(over: seconds, after: last)
      last = levels
      return OSCPicture.meters(levels)
    }
  }
}
