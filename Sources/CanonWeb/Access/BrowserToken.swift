import CNettle
import NIOHTTP1

/// What a paired browser sends with each request: a random number of 256 bits, as a cookie. canon keeps only its SHA-256, so that nobody
/// can use what the file of paired browsers says.
struct BrowserToken: Sendable {
  private let text: String

  private static let digits = Array("0123456789abcdef")

  /// A new one, from the system's secure random numbers.
  init() {
    var random = SystemRandomNumberGenerator()
    text = String((0..<64).map { _ in Self.digits.randomElement(using: &random)! })
  }

  /// - Returns: nil if the browser has sent none.
  init?(_ headers: HTTPHeaders, port: Int) {
    let name = Self.name(port) + "="
    let cookies = headers["Cookie"].flatMap { $0.split(separator: ";") }
      .map { (cookie: Substring) in cookie.drop { $0 == " " } }
    guard let cookie = cookies.first(where: { $0.hasPrefix(name) }) else { return nil }
    text = String(cookie.dropFirst(name.count))
  }

  /// Cookies know no ports: two canons of one machine have cookies of their own.
  private static func name(_ port: Int) -> String { "canon-\(port)" }

  /// For `Set-Cookie`: no script reads it, no other site has it sent, and it lasts for 400 days, the most that browsers allow.
  func cookie(port: Int) -> String {
    "\(Self.name(port))=\(text); HttpOnly; SameSite=Strict; Path=/; Max-Age=34560000"
  }

  /// 64 hexadecimal digits, in lower case.
  var hash: String {
    var context = sha256_ctx()
    nettle_sha256_init(&context)
    let bytes = Array(text.utf8)
    nettle_sha256_update(&context, bytes.count, bytes)
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    nettle_sha256_digest(&context, digest.count, &digest)
    return String(digest.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] })
  }
}
