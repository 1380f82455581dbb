/// What canon does when a physical output that it plays to has gone. The raw value is the word of `--on-device-loss`.
public enum DevicePolicy: String, CaseIterable, Sendable {
  /// Is silent until the same device is back; the clock runs on.
  case pause
  /// Plays on unheard until the same device is back.
  case hold
  /// Goes to the default device, whenever that changes.
  case follow
}

/// What canon does now that an output device has gone.
public enum DeviceLoss: Hashable, Sendable {
  case pauses
  /// It plays on unheard.
  case holds
  /// It plays to this device instead.
  case follows(String)
  /// It follows the default device, and there is none.
  case waits
}
