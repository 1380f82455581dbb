import CanonFiles
import NIOCore

/// How a server speaks.
public struct OSCSettings: Sendable {
  /// Of the reasons of refusals.
  public var language = Language.english
  /// How long a subscription lasts without being renewed.
  var expiry = Duration.seconds(60)
  /// How long a connection may take to say what it is for once it has begun to, and to ask one query.
  var patience = TimeAmount.seconds(20)
  /// Whether answers go to addresses of this machine at once.
  var trustsThisMachine = true
  /// The wall clock, in seconds since 1970-01-01T00:00Z.
  var now: @Sendable () -> Double

  public init(language: Language, now: @escaping @Sendable () -> Double) {
    (self.language, self.now) = (language, now)
  }
}
