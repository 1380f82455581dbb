import Foundation

/// The top of the checkout.
public let projectFolder = URL(filePath: #filePath).resolvingSymlinksInPath()
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
