/// Where the reading of many files tells how far it is. Whoever loads passes it down; with ``none`` nothing is made or told.
///
/// - Thread: called on the threads that read the files, several at a time; it must return at once.
public struct LoadingReporter: Sendable {
  /// Nobody looks.
  public static let none = LoadingReporter(tell: nil)

  private let tell: (@Sendable (LoadingProgress.Event) -> Void)?

  private init(tell: (@Sendable (LoadingProgress.Event) -> Void)?) { self.tell = tell }

  public init(_ tell: @escaping @Sendable (LoadingProgress.Event) -> Void) { self.init(tell: tell) }

  /// Tells both.
  public func with(_ other: LoadingReporter) -> LoadingReporter {
    guard let tell else { return other }
    return LoadingReporter { event in
      tell(event)
      other(event)
    }
  }

  package func callAsFunction(_ event: @autoclosure () -> LoadingProgress.Event) { tell?(event()) }
}
