import NIOCore

/// The thread that serves all sockets: OSC, browsers, and the control socket.
public enum NetworkThread {
  /// One thread has time for all of them; otherwise there is one for each processor. Call it once, before the first socket is opened.
  public static func useOne() { NIOSingletons.groupLoopCountSuggestion = 1 }
}
