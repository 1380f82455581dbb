import CanonControl
import CanonEngine
import CanonFiles
import CanonSession

/// One client: a connection, or an address that sends datagrams.
///
/// Its messages are handed to the desk in the order in which they came. Answers do not hold up what comes after.
actor OSCClient {
  private let desk: Desk
  private let settings: OSCSettings
  private let subscribers: OSCSubscribers
  private let link: OSCLink
  private let asker: Asker
  /// Whether answers may go to it.
  private var isProven: Bool
  /// What it was sent to show that it can be reached; nil before it asked.
  private var key: Int32?
  private var subscriptions: [OSCTopic: Task<Void, Never>] = [:]
  /// Answers that the engine has not given yet.
  private var openAnswers = 0

  /// More answers than this are waited for, one by one.
  private static let mostOpenAnswers = 256

  init(
    _ desk: Desk, _ settings: OSCSettings, _ subscribers: OSCSubscribers, _ link: OSCLink, at address: String
  ) {
    (self.desk, self.settings, self.subscribers, self.link) = (desk, settings, subscribers, link)
    asker = .named("\(OSCServer.name) \(address)")
    isProven = link.isProven
  }

  var isSubscribed: Bool { !subscriptions.isEmpty }

  /// Ends its subscriptions.
  func end() {
    for task in subscriptions.values { task.cancel() }
    subscriptions = [:]
    subscribers.remove(self)
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
    let snapshot = messages.contains { $0.time != .immediately } ? await desk.snapshot() : nil
    let now = settings.now()
    for timed in messages {
      do throws(OSCRefusal) {
        let request = try OSCRequest(timed.message)
        if case .line(let line) = request {
          guard let snapshot else {
            await say(line)
            continue
          }
          await say(try Self.line(line, at: timed.time, snapshot, now: now))
        } else {
          try answer(request)
        }
      } catch {
        refuse(timed.message.address, error)
      }
    }
  }

  /// A line that waits for the frame that is played at a time; one whose time has come is as it is.
  static func line(
    _ line: String, at time: OSCTimeTag, _ snapshot: Snapshot, now: Double
  ) throws(OSCRefusal) -> String {
    if time == .immediately { return line }
    guard let rate = snapshot.sampleRate, snapshot.hasStarted, !snapshot.isFrozen else { throw .noClock }
    let frames = ((time.secondsSince1970 - now) * Double(rate.hertz)).rounded()
    guard frames > 0 else { return line }
    return "at @\(snapshot.place + FrameCount(min(frames, Double(ScoreTime.largestFrame)))) \(line)"
  }

  private func say(_ line: String) async {
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
    case .line, .released: break
    case .ping: send([OSCMessage("/canon/pong", .text("canon"))])
    case .hello(let key): try greet(key)
    case .subscribe(let topic, let interval): try subscribe(topic, interval)
    case .unsubscribe(let topic):
      for topic in topic.map({ [$0] }) ?? OSCTopic.allCases { endSubscription(topic) }
    }
  }

  private func greet(_ key: Int32?) throws(OSCRefusal) {
    guard let key else {
      let new = Int32.random(in: .min ... .max)
      self.key = new
      // The one answer to who is not proven: as many bytes as the question.
      return link.send(OSCWriter.packet(OSCMessage("/canon/key", .int(new))))
    }
    guard key == self.key else { throw .wrongKey }
    isProven = true
    send([OSCMessage("/canon/welcome")])
  }

  // MARK: - Answers

  private func answer(_ line: String, _ reply: Reply) async {
    switch reply {
    case .done, .quit: send([OSCMessage("/canon/done", .text(line))])
    case .undone(let note):
      send([OSCMessage("/canon/done", .text(line), .text(note.text(settings.language)))])
    case .later: send([OSCMessage("/canon/later", .text(line))])
    case .refused(let problems):
      let reasons = problems.flatMap { [OSCValue.text($0.code), .text($0.text(settings.language))] }
      send([OSCMessage("/canon/refused", [.text(line)] + reasons)])
    case .view(let view):
      let packet = OSCWriter.packet(OSCMessage("/canon/\(view.word)", .text(await desk.json(view))))
      if packet.count > link.longestPacket { return refuse(line, .tooLong(bytes: packet.count)) }
      if isProven { link.send(packet) }
    }
  }

  private func refuse(_ line: String, _ refusal: OSCRefusal) {
    send([
      OSCMessage("/canon/refused", .text(line), .text(refusal.code), .text(refusal.text(settings.language)))
    ])
  }

  private func send(_ messages: [OSCMessage]) {
    guard isProven else { return }
    for packet in OSCWriter.packets(messages, longest: link.usualPacket) { link.send(packet) }
  }

  // MARK: - Subscriptions

  private func subscribe(_ topic: OSCTopic, _ interval: Int) throws(OSCRefusal) {
    guard isProven else { throw .unproven }
    guard subscribers.add(self) else { throw .tooManySubscribers }
    subscriptions[topic]?.cancel()
    let end = ContinuousClock.now + settings.expiry
    subscriptions[topic] = Task { await show(topic, every: .milliseconds(interval), until: end) }
    send([
      OSCMessage("/canon/subscribed", .text(topic.rawValue), .int(Int32(settings.expiry.components.seconds)))
    ])
  }

  private func endSubscription(_ topic: OSCTopic) {
    guard let task = subscriptions.removeValue(forKey: topic) else { return }
    task.cancel()
    if subscriptions.isEmpty { subscribers.remove(self) }
    send([OSCMessage("/canon/unsubscribed", .text(topic.rawValue))])
  }

  /// Sends what has changed, at first everything, until the subscription expires or is replaced.
  private func show(_ topic: OSCTopic, every interval: Duration, until end: ContinuousClock.Instant) async {
    var shown: [String: OSCMessage] = [:]
    repeat {
      if link.isReady {
        let news = await picture(topic, over: interval).filter { shown[$0.address] != $0 }
        if Task.isCancelled { return }
        for message in news { shown[message.address] = message }
        send(news)
      }
      try? await Task.sleep(for: interval)
    } while !Task.isCancelled && ContinuousClock.now < end
    if !Task.isCancelled { endSubscription(topic) }
  }

  private func picture(_ topic: OSCTopic, over interval: Duration) async -> [OSCMessage] {
    switch topic {
    case .state: return OSCPicture.state(await desk.snapshot())
    case .clock: return OSCPicture.clock(await desk.snapshot())
    case .meters:
      // Levels come from the profiles of the samples, which somebody has to make.
      while await desk.makeProfile() {}
      return OSCPicture.meters(await desk.levels(over: interval / .seconds(1)))
    }
  }
}
