import CanonControl
import CanonSchedule

/// The first line: the title, the preview, and the day.
struct TitleLine {
  let context: DrawingContext
  /// Whether the server's alert has no line of its own, so that it replaces the day here.
  let showsAlert: Bool
  /// The range of visible stems, if no other line shows it.
  let range: String?

  /// The preview, another tempo and key, the pause or the halt, and the alert are always shown; the title, the range and the day share
  /// the rest.
  func row() -> TextRow {
    let room = context.columns - 2
    let title = DisplayWidth.plain(context.snapshot.title)
    let preview = context.view.preview.map { TextRow.wording(context.wording.previewMark($0), room / 2) }
    var previewWidth = preview.map { DisplayWidth.width(DisplayWidth.plain($0)) + 4 } ?? 0
    let paused =
      context.snapshot.isFrozen
      ? " \(context.wording.frozenMark) "
      : context.snapshot.isPaused
        ? " \(context.wording.pauseMark(isPartly: context.snapshot.isHeard)) " : nil
    let marks = [
      context.snapshot.recording.map(context.wording.recordingMark),
      context.snapshot.capture.map(context.wording.captureMark),
    ].compactMap { $0.map { " \($0) " } }
    let playback = context.wording.playbackMark(context.snapshot.playback).map { " \($0) " }
    previewWidth += playback.map { DisplayWidth.width($0) + 2 } ?? 0
    previewWidth += marks.map { DisplayWidth.width($0) + 2 }.reduce(0, +)
    previewWidth += paused.map { DisplayWidth.width($0) + 2 } ?? 0
    let right = right(room - previewWidth - 2, title: min(DisplayWidth.width(title), 16))
    let rightWidth = DisplayWidth.width(right.text)
    var left = room - previewWidth - (rightWidth > 0 ? rightWidth + 2 : 0)
    let range = range.flatMap { DisplayWidth.width($0) + 4 <= left ? $0 : nil }
    left -= range.map { DisplayWidth.width($0) + 2 } ?? 0
    var row = context.row
    row.skip(1)
    row.add(
      DisplayWidth.truncate(title, max(0, left), ellipsis: context.glyphs.ellipsis), .title, isBold: true)
    if let range {
      row.skip(2)
      row.add(range, .heading)
    }
    if let preview {
      row.skip(row.width > 1 ? 2 : 0)
      row.add(" \(preview) ", .preview, isReverse: true)
    }
    if let playback {
      row.skip(row.width > 1 ? 2 : 0)
      row.add(playback, .preview, isReverse: true)
    }
    if let paused {
      row.skip(row.width > 1 ? 2 : 0)
      row.add(paused, .warning, isBold: true, isReverse: true)
    }
    for mark in marks {
      row.skip(row.width > 1 ? 2 : 0)
      row.add(mark, .error, isBold: true, isReverse: true)
    }
    row.skip(to: context.columns - 1 - rightWidth)
    row.add(right.text, right.role)
    return row
  }

  private func right(_ room: Int, title: Int) -> (text: String, role: Role) {
    if showsAlert, let alert = ServerAlert(context) {
      return (TextRow.wording(alert.short, room - min(title, 8)), alert.role)
    }
    let range = range.map { DisplayWidth.width($0) + 2 } ?? 0
    return (day(room - title - range), .heading)
  }

  /// The day and the time, in the longest wording that fits.
  private func day(_ room: Int) -> String {
    let now = context.snapshot.now
    let local = context.zone.dateTime(at: now)
    let time = "\(two(local.hour)):\(two(local.minute)):\(two(local.second))"
    let date = "\(local.date) \(time)"
    // The full wording is longer than the date in digits. It is only computed if there is room for it.
    guard room > date.count + 3 else { return TextRow.wording([date, time, ""], room) }
    let text = DoorText(context.view.language, zone: context.zone, now: now)
    let day = text.date(context.zone.firstInstant(of: local.date))
    return TextRow.wording(["\(day) \(time) (\(context.zone.name))", "\(day) \(time)", date], room)
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
