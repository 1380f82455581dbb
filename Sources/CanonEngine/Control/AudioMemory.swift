/// A structure without references that the audio thread uses, at an address that stays as long as this object.
///
/// Sendable because the fields of such a structure are atomic, or have one thread that uses them.
@safe final class AudioMemory<Value: ~Copyable>: @unchecked Sendable {
  let address: UnsafeMutablePointer<Value>

  init(_ value: consuming Value) {
    unsafe address = .allocate(capacity: 1)
    unsafe address.initialize(to: value)
  }

  /// - Precondition: No callback uses it any more.
  deinit {
    unsafe address.deinitialize(count: 1)
    unsafe address.deallocate()
  }
}
