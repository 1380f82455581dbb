import CRealtime

/// The only function of canon that JACK's audio thread calls.
/// - Parameter context: An ``AudioState``.
/// - Returns: Always 0. With any other value the server would drop the client without notice.
/// - Thread: audio
@c(canon_process) @_noLocks
func process(_ frames: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context else { return 0 }
  let state = context.assumingMemoryBound(to: AudioState.self)
  let denormals = rt_flush_denormals()
  rt_enter()
  state.pointee.run(frames)
  rt_exit()
  rt_restore_denormals(denormals)
  return 0
}
