import CanonNetwork
import Foundation
import NIOHTTP1

/// What a program asks of the addresses: `GET /canon/stem/violin-a`, `GET /canon/stem/violin-a/gain?VALUE`, `GET /?HOST_INFO`.
enum OSCQuery: Hashable, Sendable {
  /// What the server is.
  case host
  /// One attribute of a node, or all of them.
  case node(path: String, OSCAttribute?)

  /// Bytes of a request's head.
  static let longestHead = 4096

  /// Why it is refused, as HTTP says it.
  enum Refusal: Error, Hashable, Sendable {
    case longHead
    /// A name that points here may be another site's.
    case otherHost
    /// Another word than those of ``OSCAttribute``, or a path that is none.
    case syntax
    case unknownAddress
    /// The node does not have that attribute.
    case unknownValue

    var status: HTTPResponseStatus {
      switch self {
      case .longHead: .requestHeaderFieldsTooLarge
      case .otherHost: .misdirectedRequest
      case .syntax: .badRequest
      case .unknownAddress: .notFound
      case .unknownValue: .noContent
      }
    }
  }

  /// - Parameter isOpen: Whether other machines reach canon.
  init(_ head: HTTPRequestHead, isOpen: Bool) throws(Refusal) {
    let length = head.headers.reduce(head.uri.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    guard length <= Self.longestHead else { throw .longHead }
    guard NetworkPlace.ownHost(of: head.headers["Host"], isOpen: isOpen) != nil else { throw .otherHost }
    let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard head.method == .GET, let path = parts[0].removingPercentEncoding, path.hasPrefix("/") else {
      throw .syntax
    }
    let word = parts.count > 1 ? String(parts[1]) : ""
    if word == "HOST_INFO" {
      self = .host
    } else if word.isEmpty {
      self = .node(path: path, nil)
    } else {
      guard let attribute = OSCAttribute(rawValue: word) else { throw .syntax }
      self = .node(path: path, attribute)
    }
  }

  /// - Parameters:
  ///   - space: What there is.
  ///   - port: Where datagrams are received.
  func answer(_ space: OSCAddressSpace, port: Int) throws(Refusal) -> OSCJSON {
    switch self {
    case .host:
      return .object([
        "NAME": .text("canon"), "OSC_PORT": .int(Int64(port)), "OSC_TRANSPORT": .text("UDP"),
        "EXTENSIONS": .object(
          Dictionary(uniqueKeysWithValues: OSCAttribute.optional.map { ($0.rawValue, .bool(true)) })),
      ])
    case .node(let path, let attribute):
      guard let node = space.root.node(at: path) else { throw .unknownAddress }
      guard let attribute else { return node.json }
      guard let value = node[attribute] else { throw .unknownValue }
      return .object([attribute.rawValue: value])
    }
  }
}
