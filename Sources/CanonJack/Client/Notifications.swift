import CJack
import Synchronization

/// JACK's notifications. Each only sets a flag or increments a counter, and some ring for the driver, which reads them.
/// (libjack hangs for ever when a client is closed inside a notification.)
///
/// - Thread: libjack's notification thread. `context` is the client's ``CycleReport``.
enum Notifications {
  typealias Context = UnsafeMutableRawPointer

  /// Installs all notifications except the one for connections. Must be called before activation.
  static func install(
    on client: OpaquePointer, _ report: UnsafeMutablePointer<CycleReport>,
    _ watch: UnsafeMutablePointer<PortWatch>
  ) {
    NotificationBell.prepare()
    jack_on_info_shutdown(client, { _, _, context in Notifications.shutDown(context) }, report)
    jack_set_xrun_callback(client, { context in Notifications.xrun(context) }, report)
    jack_set_buffer_size_callback(
      client, { frames, context in Notifications.periodChanged(frames, context) }, report)
    jack_set_sample_rate_callback(
      client, { rate, context in Notifications.rateChanged(rate, context) }, report)
    jack_set_port_registration_callback(
      client,
      { port, isNew, context in
        context?.assumingMemoryBound(to: PortWatch.self).pointee.notePort(port, isNew: isNew != 0)
      }, watch)
  }

  /// Installs the notification for connections. Must be called before activation.
  static func installConnections(on client: OpaquePointer, _ watch: UnsafeMutablePointer<PortWatch>) {
    jack_set_port_connect_callback(
      client,
      { output, input, isMade, context in
        context?.assumingMemoryBound(to: PortWatch.self).pointee.noteChange(
          output, input, isMade: isMade != 0)
        NotificationBell.ring()
      }, watch)
  }

  private static func shutDown(_ context: Context?) {
    report(context)?.pointee.isShutDown.store(true, ordering: .releasing)
    NotificationBell.ring()
  }

  static func xrun(_ context: Context?) -> Int32 {
    report(context)?.pointee.xruns.add(1, ordering: .relaxed)
    return 0
  }

  private static func periodChanged(_ frames: UInt32, _ context: Context?) -> Int32 {
    report(context)?.pointee.period.store(frames, ordering: .relaxed)
    NotificationBell.ring()
    return 0
  }

  /// Silences a running client at once when its rate changes (PipeWire does that), because the pitch would be wrong.
  static func rateChanged(_ rate: UInt32, _ context: Context?) -> Int32 {
    guard let report = report(context) else { return 0 }
    let old = report.pointee.sampleRate.exchange(rate, ordering: .acquiringAndReleasing)
    if old != 0 && old != rate {
      report.pointee.isEnabled.store(false, ordering: .sequentiallyConsistent)
      NotificationBell.ring()
    }
    return 0
  }

  private static func report(_ context: Context?) -> UnsafeMutablePointer<CycleReport>? {
    context?.assumingMemoryBound(to: CycleReport.self)
  }
}
