import CanonSession

/// The JACK server: its name and health, and the master's connections.
struct ServerRows {
  let context: DrawingContext

  /// - Parameter count: 1, or 2 with the connections in a row of their own.
  func rows(_ count: Int) -> [TextRow] {
    let alert = ServerAlert(context)
    if count < 2 { return [alert.map(sentence) ?? server()] }
    return [server(), alert.map(sentence) ?? connections()]
  }

  private func sentence(_ alert: ServerAlert) -> TextRow {
    var row = context.row
    row.skip(1)
    row.add(TextRow.wording(Array(alert.wordings.prefix(2)), context.columns - 2), alert.role, isBold: true)
    return row
  }

  /// Fields from left to right, the most needed first: as many as there is room for.
  private func server() -> TextRow {
    var row = context.row
    row.skip(1)
    guard let server = context.view.server, !context.snapshot.isAway else {
      row.add(context.wording.waitsForServer, .dim)
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
    let ports = context.view.server?.connections ?? []
    row.add(ports.joined(separator: "  "), width: context.columns - row.width - 1, .dim)
    return row
  }
}
