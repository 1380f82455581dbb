import CanonSession

/// The supervision of a playing client.
extension JackDriver {
  /// How long the ports' names wait for connections, in hundredths of a second.
  private static let describesFrom = 1000

  /// Supervises a playing client.
  /// - Returns: Why it no longer plays, or nil when the driver is to stop.
  func watch(_ client: JackClient, in seat: Seat) async -> ServerLoss? {
    let report = client.report
    var anchor: UInt32 = 0
    var period = UInt32(client.period)
    var stall = Stall()
    // Times are in hundredths of a second.
    let start = ContinuousClock.now
    var (time, nextPorts, nextDevices, nextListeners, nextConnections) = (0, 0, 100, 10, 0)
    NotificationBell.add(seat.bell)
    defer { NotificationBell.remove(seat.bell) }
    var xruns = XrunReport()
    missing.beginAgain()
    var map = looks.found.map
    var waiting = looks.found.untold
    // The checks that are under way. libjack may be slow, and a server lost meanwhile must be noticed.
    var health: Answer<(health: ServerHealth, place: ClockPlace?)>?
    // The number of the clock's last gap when the health was asked for.
    var healthAnchor: UInt32 = 0
    var offer: Answer<OutputOffer>?
    var inputOffer: Answer<InputOffer>?
    // A new client has no inputs yet.
    var inputNumber = 0
    // In which cycle a port was refused: a server that is about to be lost refuses them, too.
    var refusedIn: UInt64?
    // Whether all ports that were ordered are there, and that was told.
    var (isOffered, isOfferTold) = (false, false)
    // Naming the ports may hang, and every later check with it, so the master's ports are connected first.
    var isDescribed = false
    // Whether ports, or what the set says about them, have changed since they were connected.
    var hasOtherOutputs = false
    // Whether something is waited for that the look at the wiring finds, and not merely what may have happened to devices.
    var isLookAwaited = false
    var pace = Pace.steady
    while !isStopping {
      if isToStandAside {
        if let reason = await standAside(client, telling: seat) { return reason }
        stall = Stall()
      }
      if report.pointee.isShutDown.load(ordering: .acquiring) { return .ended }
      if !report.pointee.isEnabled.load(ordering: .relaxed) { return .otherRate }
      if let now = report.pointee.anchor(), now.number != anchor {
        anchor = now.number
        await seat.report(.clock(position: now.position, serverFrame: now.frame))
      }
      let newPeriod = report.pointee.period.load(ordering: .relaxed)
      if newPeriod != period {
        period = newPeriod
        await seat.report(.periodChanged(Int(period)))
      }
      if let count = xruns.count(from: report.pointee, at: time) {
        await seat.report(.xruns(count))
        await sayOnce(.seeDoctor, seat)
      }
      if looks.collect() {
        await carryOutDeviceActions(seat)
        waiting = looks.found.untold
        if let found = looks.found.map, found != map {
          map = found
          await seat.report(ports: found)
        }
      }
      let isUnsettled =
        hasOtherOutputs || !looks.found.wiring.isSettled || !looks.found.midi.values.allSatisfy(\.isSettled)
      if time >= nextPorts, !looks.isUnderWay,
        case let isChanged = client.consumeWiringChange() || isUnsettled,
        isChanged || looks.found.wiring.hasDevices && time >= nextDevices
      {
        isLookAwaited = isChanged
        (nextPorts, nextDevices, hasOtherOutputs) = (time + 20, time + 100, false)
        let patch = patch(with: await seat.outputs.plan)
        looks.begin { [midi = options.midi] in $0.look(at: client, by: patch, midi) }
      }
      if !isDescribed, isOffered, !looks.isUnderWay,
        looks.found.wiring.isSettled || time >= Self.describesFrom
      {
        isDescribed = true
        ServerThread.detach { client.describePorts() }
      }
      if let end = offer?.value {
        if end.missing != nil, refusedIn == nil { refusedIn = report.pointee.cycles.load(ordering: .relaxed) }
        if refusedIn.map({ report.pointee.cycles.load(ordering: .relaxed) > $0 + 1 }) ?? true {
          (offer, refusedIn, hasOtherOutputs) = (nil, nil, true)
          if !end.isPart {
            (offered, isDescribed, isOfferTold) = (end.number, false, false)
            await seat.offers(end.number, missing: end.missing)
          }
        }
      }
      let order = await seat.outputs
      if offer == nil, order.number != offered {
        offer = OutputOffer.begin(order, title: seat.title, by: client)
      }
      isOffered = offer == nil
      if isOffered, !isOfferTold {
        isOfferTold = true
        await seat.report(.registered(2 * client.outputIDs.count))
      }
      if let end = inputOffer?.value {
        inputOffer = nil
        await seat.offers(end)
      }
      if inputOffer == nil, let order = await seat.inputs, order.number != inputNumber {
        inputNumber = order.number
        inputOffer = InputOffer.begin(order, by: client)
      }
      if time >= nextListeners || client.hasChangedConnections {
        // Nothing is computed for a port while nothing sounds, and music may have begun since the last look.
        pace = await seat.pace
        if pace != .resting || client.hasChangedConnections || time >= nextConnections {
          nextConnections = time + 500
          client.updateConnections()
        }
        nextListeners = time + 20
        if let found = health?.value {
          health = nil
          await seat.report(health: found.health)
          // A gap since then has moved the clock.
          if let place = found.place, report.pointee.anchor()?.number ?? 0 == healthAnchor {
            await seat.report(place)
          }
        }
        if health == nil, let clock = await seat.clock {
          healthAnchor = report.pointee.anchor()?.number ?? 0
          health = client.lookAtHealth(clock)
        }
      }
      for note in missing.notes(waiting, at: time, end: { map?.end(ofWaitFor: $0) }) {
        await seat.note(note)
      }
      let limit = Stall.limit(period: Int(period), sampleRate: client.sampleRate)
      let cycles = report.pointee.cycles.load(ordering: .relaxed)
      let idle = client.timeSinceCycle
      switch stall.look(cycles: cycles, idle: idle, limit: limit, knock: { Knock(server: server?.server) }) {
      case .playing: break
      case .stalled:
        await seat.note(.stalled(seconds: limit.components.seconds))
      case .back: await seat.note(.back)
      case .gone: return .disappeared
      }
      // Each check costs more than a cycle of the audio thread, so there are no more than needed.
      pace = await seat.pace
      let pause = WatchPause(
        pace: pace, isUnderWay: offer != nil || inputOffer != nil || looks.isUnderWay && isLookAwaited,
        isUnsettled: isUnsettled || hasOtherOutputs || !isDescribed || !waiting.isEmpty
          || client.hasChangedConnections,
        isDoubtful: stall.isDoubtful, untilStalled: stall.timeLeft(limit: limit, at: .now)
      ).duration
      if pause <= Pace.steady.longestPause {
        try? await Task.sleep(for: pause)
      } else if !isStopping, !isToStandAside {
        await seat.bell.wait(atMost: pause)
      }
      time = Int((ContinuousClock.now - start) / .milliseconds(10))
    }
    return nil
  }
}
