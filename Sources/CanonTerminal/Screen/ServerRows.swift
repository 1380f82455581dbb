/// The JACK server: its name and health, and the master's connections.
struct ServerRows {
  let context: DrawingContext

  /// - Parameter count: 1, or 2 with the connections in a row of their own.
  func rows(_ count: Int) -> [TextRow] {
    let alert = ServerAlert(context)
    if count < 2 { return [alert.map(sentence) ?? (waits.isEmpty ? server() : connections())] }
    return [server(), alert.map(sentence) ?? connections()]
  }

  /// The targets that are waited for, each once.
  private var waits: [String] {
    var targets: [String] = []
    for waiting in context.snapshot.ports?.waiting ?? [] where !targets.contains(waiting.target) {
      targets.append(waiting.target)
    }
    return targets
  }

  private func sentence(_ alert: ServerAlert) -> TextRow {
    var row = context.row
    row.skip(1)
    row.add(TextRow.wording(Array(alert.wordings.prefix(2)), context.columns - 2), alert.role, isBold: true)
    addWaits(to: &row)
    return row
  }

  /// Adds what is waited for, if there is room for some wording.
  private func addWaits(to row: inout TextRow) {
    guard !waits.isEmpty else { return }
    let gap = 3, room = context.columns - row.width - gap - 1
    let wordings = context.wording.waits(for: waits).map { DisplayWidth.plain($0) }
    guard let text = wordings.first(where: { DisplayWidth.width($0) <= room }) else { return }
    row.skip(gap)
    row.add(text, .warning)
  }

  /// Fields from left to right, the most needed first: as many as there is room for.
  private func server() -> TextRow {
    var row = context.row
    row.skip(1)
    guard let server = context.view.server, !context.snapshot.isAway else {
      // There is one when files are read for it.
      if context.snapshot.loading == nil { row.add(context.wording.waitsForServer, .dim) }
      return row
    }
    for (text, role) in fields(server) {
      let gap = row.width > 1 ? 3 : 0
      if row.width + gap + DisplayWidth.width(DisplayWidth.plain(text)) > context.columns - 1 { break }
      row.skip(gap)
      row.add(text, role, isBold: role == .warning)
    }
    return row
  }

  private func fields(_ server: ServerView) -> [(String, Role)] {
    let wording = context.wording
    var fields: [(String, Role)] = [
      (server.implementation, .normal), ("\(server.sampleRate) Hz", .normal),
      (wording.periodField(server.period) + latency(server), .normal),
    ]
    if let load = server.load, load.isFinite {
      let text = MeterScale.text(decibels: min(max(0, load), 1000))
      fields.append((wording.loadField(text), load >= 80 ? .warning : .normal))
    }
    fields.append((wording.xrunsField(server.xruns), server.xruns == 0 ? .normal : .warning))
    fields.append((wording.serverField(server.name), .dim))
    fields.append((wording.clientField(server.client), .dim))
    if let backend = server.ownBackend { fields.append((wording.startedByCanon(on: backend), .dim)) }
    return fields
  }

  /// `, 5.3 ms`
  private func latency(_ server: ServerView) -> String {
    guard server.sampleRate > 0, server.period > 0, server.period < 1 << 20 else { return "" }
    return ", \(MeterScale.text(decibels: Double(server.period) * 1000 / Double(server.sampleRate))) ms"
  }

  private func connections() -> TextRow {
    var row = context.row
    row.skip(1)
    row.add("\(context.glyphs.arrow) ", .dim)
    let ports = (context.view.server?.connections ?? []).joined(separator: "  ")
    let room = context.columns - row.width - 1
    guard let least = context.wording.waits(for: waits).last else {
      row.add(ports, width: room, .dim)
      return row
    }
    // What is waited for must not be overlooked: the names of what is there give way.
    let shown = DisplayWidth.truncate(
      DisplayWidth.plain(ports), max(0, room - DisplayWidth.width(least) - 3),
      ellipsis: context.glyphs.ellipsis)
    row.add(shown, .dim)
    addWaits(to: &row)
    return row
  }
}
