import CanonEngine
import CanonSchedule
import CanonSession

/// Recordings: the desk knows the day, and the engine has no part in them.
extension Desk {
  /// Begins or ends a recording, one after the other in the order of the calls.
  func record(_ command: ControlCommand, by asker: Asker) async -> @Sendable () async -> Reply {
    let done = Task { [performance, recordings] in
      _ = await recordings?.value
      do throws(CommandProblem) {
        if case .record(let file) = command {
          try await performance.record(
            file.map { RecordRequest(file: $0) }
              ?? RecordRequest(of: performance.set.title, at: Zone.local.dateTime(at: .now())))
        } else {
          try await performance.endRecording()
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
