import CanonControlSupport
import CanonEngine
import CanonSchedule
import Foundation
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// What is shown of the server and of the sum that it gets.
@Suite struct ServerRowsTests {
  @Test func theMastersLevelIsThatOfItsLouderChannel() throws {
    var view = try Stage.usual().view
    view.master = MeterReading(
      peak: .zero, hold: StereoValue(0.1, 0.5), rms: StereoValue(0.01, 0.1), clips: 0)
    func rows(_ columns: Int, _ count: Int) -> [String] {
      MasterRows(
        context: DrawingContext(view, columns: columns), columns: StemColumns(width: columns, key: 1)
      ).rows(count)
        .map(shownText)
    }
    #expect(rows(80, 2)[1].hasPrefix("   peak -6.0 dB   RMS -20.0 dB"))
    #expect(rows(140, 1)[0].contains("peak -6.0 dB   RMS -20.0 dB"))
    #expect(!rows(80, 1)[0].contains("peak"))
    view.master.rms = StereoValue(0.1, 0.01)
    #expect(rows(80, 2)[1].contains("RMS -20.0 dB"))
  }

  @Test("A server that is nearly too busy is a warning", arguments: [(79.9, Role.normal), (80, .warning)])
  func load(load: Double, role: Role) throws {
    var view = try Stage.usual().view
    view.server = Stage.server(load: load)
    let spans = ServerRows(context: DrawingContext(view, columns: 120)).rows(2)[0].spans
    #expect(try #require(spans.first { $0.text.contains("load") }).role == role || role == .normal)
    #expect((spans.first { $0.role == .warning } != nil) == (role == .warning))
  }

  @Test("Xruns are a warning", arguments: [(0, "no xruns"), (1, "1 xrun"), (2, "2 xruns")])
  func xruns(count: Int, text: String) throws {
    var view = try Stage.usual().view
    view.server = Stage.server(xruns: count)
    let spans = ServerRows(context: DrawingContext(view, columns: 120)).rows(2)[0].spans
    #expect(spans.filter { $0.role == .warning }.map(\.text) == (count > 0 ? [text] : []))
    #expect(spans.contains { $0.text.contains(text) })
  }

  @Test(
    "The load is shown up to 1000 %, and not while it is no number",
    arguments: [
      (-1, "load 0.0 %"), (250, "load 250.0 %"), (1e9, "load 1000.0 %"), (.nan, nil), (.infinity, nil),
    ] as [(Double, String?)])
  func unusualLoad(load: Double, text: String?) throws {
    var view = try Stage.usual().view
    view.server = Stage.server(load: load)
    let row = shownText(ServerRows(context: DrawingContext(view, columns: 120)).rows(2)[0])
    #expect(row.contains(text ?? "load") == (text != nil), "\(row)")
  }

  @Test("While files are read that is said, and not that there is no server")
  func loading() throws {
    var view = try Stage.usual().view
    view.server = nil
    view.snapshot = moment(at: 0)
    view.snapshot.loading = .init(done: 1, files: 3, seconds: 2, slow: "pad.m4a")
    func rows(_ count: Int, _ columns: Int = 80) -> [String] {
      ServerRows(context: DrawingContext(view, columns: columns)).rows(count).map(shownText)
    }
    let line = " Loading: 1 of 3 files, 2 s; pad.m4a takes long"
    #expect(rows(2)[0].allSatisfy { $0 == " " } && rows(2)[1].hasPrefix(line))
    #expect(rows(1, 30)[0].hasPrefix(" loading 1 of 3"))
    let spans = ServerRows(context: DrawingContext(view, columns: 80)).rows(2)[1].spans
    #expect(spans.first { $0.text.contains("Loading") }?.role == .heading, "it is no trouble")
    view.snapshot.loading = nil
    #expect(rows(2)[1].contains("No server has been found yet."))
  }

  @Test("What was clipped stays in sight beside a pending change of the master's gain")
  func clipsAndChange() throws {
    var view = try Stage.usual().view
    view.master.clips = 3
    view.snapshot = moment(at: 0, nextMaster: .init(value: Decibels(-3)!, at: 48_000))
    for columns in [80, 132] {
      let row = MasterRows(
        context: DrawingContext(view, columns: columns), columns: StemColumns(width: columns, key: 1)
      ).rows(2)[0]
      #expect(row.spans.contains { $0.role == .error && $0.text.contains("3") }, "\(shownText(row))")
    }
  }

  @Test("What is wrong is a sentence where it has room, with a cell on either side")
  func sentence() throws {
    var view = try Stage.usual().view
    view.server = Stage.server(connections: [])
    let text = "Nothing is connected: no one hears this."
    for (columns, shown) in [(text.count + 2, text), (text.count + 1, "no one hears this")] {
      let rows = ServerRows(context: DrawingContext(view, columns: columns)).rows(2).map(shownText)
      #expect(rows[1] == " " + shown, "\(columns)")
    }
  }

  @Test func aPeriodThatIsNoneHasNoLatency() throws {
    var view = try Stage.usual().view
    for (period, text) in [(1 << 20, "1048576 frames  "), (0, "0 frames  "), (256, "256 frames, 5.3 ms  ")] {
      view.server?.period = period
      #expect(
        shownText(ServerRows(context: DrawingContext(view, columns: 120)).rows(2)[0]).contains(text),
        "\(period)")
    }
  }

  @Test("As many fields as fit are shown, whole, up to the last cell but one", arguments: 12...200)
  func fields(columns: Int) throws {
    let view = try Stage.usual().view
    func fields(_ columns: Int) -> [String] {
      shownText(ServerRows(context: DrawingContext(view, columns: columns)).rows(2)[0])
        .trimmingCharacters(in: .whitespaces).components(separatedBy: "   ").filter { !$0.isEmpty }
    }
    let (all, shown) = (fields(400), fields(columns))
    #expect(shown == Array(all.prefix(shown.count)))
    let next = all.prefix(shown.count + 1).joined(separator: "   ")
    if shown.count < all.count { #expect(1 + DisplayWidth.width(next) > columns - 1) }
  }
}
