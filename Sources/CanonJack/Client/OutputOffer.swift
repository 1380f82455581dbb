import CanonSession

/// How an order of outputs was followed.
struct OutputOffer: Sendable {
  let number: Int
  /// The first port that could not be had; nil if there is none.
  var missing: String?
  /// Whether ports are still to be registered, in a further offer.
  var isPart = false

  /// The longest time that one offer takes up the server's thread, while the music plays and other calls to libjack wait.
  static let longest = Duration.milliseconds(50)

  /// Changes the client's ports, on the server's thread; with many new ones only some of them.
  static func begin(
    _ order: OutputOrder, title: String, by client: JackClient
  ) -> Answer<OutputOffer> {
    let answer = Answer<OutputOffer>()
    ServerThread.detach {
      do throws(JackProblem) {
        let isWhole = try client.offer(order.plan, title: title, .some(during: longest))
        answer.give(OutputOffer(number: order.number, isPart: !isWhole))
      } catch {
        answer.give(OutputOffer(number: order.number, missing: error.portName))
      }
    }
    return answer
  }
}
