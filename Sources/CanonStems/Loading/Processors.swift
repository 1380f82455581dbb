import Foundation

/// The processors that this process may use.
public enum Processors {
  /// Their number, 1 or more.
  /// - Thread: any
  public static var count: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }
}
