import CanonEngine
import CanonSchedule
import CanonSession

/// Recordings and captures: the desk knows the day, and the engine has no command for them.
extension Desk {
  /// Begins or ends a recording or a capture, or keeps one, one after the other in the order of the calls.
  func record(_ command: ControlCommand, by asker: Asker) async -> @Sendable () async -> Reply {
    let done = Task { [performance, recordings] in
      _ = await recordings?.value
      do throws(CommandProblem) {
        switch command {
        case .record(let file):
          try await performance.record(
            file.map { RecordRequest(file: $0) }
              ?? RecordRequest(of: performance.set.title, at: Zone.local.dateTime(at: .now())))
        case .endRecording: try await performance.endRecording()
        case .capture(let request): try await performance.capture(request, by: asker)
        case .endCapture: try await performance.endCapture()
        case .keep(let stem): try await performance.keep(stem)
        default: break
        }
        return Reply.done
      } catch {
        await performance.refuse(error, by: asker)
        return .refused([error])
      }
    }
    recordings = done
    return { await done.value }
  }
}
