/// An OSC message: what it is about, and its arguments.
struct OSCMessage: Hashable, Sendable {
  let address: String
  let arguments: [OSCValue]

  init(_ address: String, _ arguments: OSCValue...) { self.init(address, arguments) }

  init(_ address: String, _ arguments: [OSCValue]) { (self.address, self.arguments) = (address, arguments) }
}

/// A message and its time: that of the innermost bundle around it.
struct OSCTimedMessage: Hashable, Sendable {
  let time: OSCTimeTag
  let message: OSCMessage
}
