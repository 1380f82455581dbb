import CanonControl
import CanonFiles
import CanonSchedule
import CanonSession
import Foundation

/// How `canon play` goes on with an evening that has not ended with a `quit`, and keeps its own.
extension Play {
  /// Lets a performance go on with its last evening, if that was requested, and keep its own. A preview does neither.
  /// - Returns: The evening that it goes on with.
  func keepEvening(of performance: Performance, _ source: Source, preview: Instant?) async -> Evening? {
    guard preview == nil else { return nil }
    guard let state = UserFolder.state.path(ProcessInfo.processInfo.environment) else {
      if resume ?? headless { await performance.note(.evening(.fresh(.none))) }
      return nil
    }
    let file: EveningFile
    do throws(EveningProblem) {
      file = try EveningFile(in: state, source: source.name, client: name)
    } catch {
      await performance.note(.evening(.notKept(error)))
      return nil
    }
    guard file.isOurs else {
      await performance.note(.evening(.shared))
      return nil
    }
    var resumed: Evening?
    let zone = source.schedule?.zone ?? .local
    if resume ?? headless {
      switch file.read() {
      case .evening(let evening) where evening.isTooOld(at: .now()):
        await performance.note(.evening(.fresh(.tooOld(.init(evening.time, zone)))))
      case .evening(let evening):
        if await performance.resume(evening) { resumed = evening }
      case .nothing: await performance.note(.evening(.fresh(.none)))
      case .unusable(let problem): await performance.note(.evening(.fresh(.unusable(problem))))
      }
    } else if resume == nil, case .evening(let evening) = file.read(), !evening.isTooOld(at: .now()),
      let path = file.keepAside()
    {
      await performance.note(.evening(.fresh(.notRequested(.init(evening.time, zone), path: path))))
    }
    await performance.keepEvening(
      by: Keeper(told: []) { file.write($0) }, connections: connections(after: resumed))
    return resumed
  }
}
