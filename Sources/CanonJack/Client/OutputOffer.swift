import CanonSession

/// How an order of outputs was followed.
struct OutputOffer: Sendable {
  let number: Int
  /// The first port that could not be had; nil if all are there.
  let missing: String?

  /// Changes the client's ports, on the server's thread.
  static func begin(
    _ order: OutputOrder, title: String, by client: JackClient
  ) -> Answer<OutputOffer> {
    let answer = Answer<OutputOffer>()
    ServerThread.detach {
      do throws(JackProblem) {
        try client.offer(order.plan, title: title)
        answer.give(OutputOffer(number: order.number, missing: nil))
      } catch {
        answer.give(OutputOffer(number: order.number, missing: error.portName))
      }
    }
    return answer
  }
}
