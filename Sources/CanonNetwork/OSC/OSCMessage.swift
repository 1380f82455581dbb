/// An OSC message: what it is about, and its arguments.
package struct OSCMessage: Hashable, Sendable {
  package let address: String
  package let arguments: [OSCValue]

  package init(_ address: String, _ arguments: OSCValue...) { self.init(address, arguments) }

  package init(_ address: String, _ arguments: [OSCValue]) {
    (self.address, self.arguments) = (address, arguments)
  }
}

/// A message and its time: that of the innermost bundle around it.
package struct OSCTimedMessage: Hashable, Sendable {
  package let time: OSCTimeTag
  package let message: OSCMessage
}
