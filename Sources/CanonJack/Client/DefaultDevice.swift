import CanonSession

/// Tells when another device becomes the default while canon stays with its own, and when that ends.
struct DefaultDevice {
  /// One that changes for a moment is not worth a word.
  private static let patience = Duration.milliseconds(500)

  /// As people know it; nil before the first look.
  private var known: String?
  /// Another one, since it was seen first.
  private var next: (name: String, since: ContinuousClock.Instant)?
  /// Whether it was told that canon does not play to it.
  private var isTold = false

  /// Takes a device as known, without a word.
  mutating func know(_ name: String?) { (known, next, isTold) = (name, nil, false) }

  /// - Parameters:
  ///   - name: The default device now.
  ///   - own: The device that canon stays with.
  mutating func look(_ name: String, stayingWith own: String, at now: ContinuousClock.Instant) -> ServerNote?
  {
    guard let known else {
      know(name)
      return nil
    }
    if name == known {
      next = nil
    } else if next?.name != name {
      next = (name, now)
    } else if let since = next?.since, now - since >= Self.patience {
      let wasTold = isTold
      know(name)
      isTold = name != own
      if isTold || wasTold { return .defaultChanged(from: known, to: name, stays: own) }
    }
    return nil
  }
}
