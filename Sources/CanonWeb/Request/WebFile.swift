import CWebPage
import NIOCore

/// A file of the page, which is in the program itself. Nothing of the file system is served.
enum WebFile: String, CaseIterable, Sendable {
  case page = "/"
  case style = "/page.css"
  case script = "/page.js"
  case manifest = "/manifest.json"
  case icon = "/icon.svg"

  init?(path: String) { self.init(rawValue: path) }

  /// For `Content-Type`.
  var type: String {
    switch self {
    case .page: "text/html; charset=utf-8"
    case .style: "text/css; charset=utf-8"
    case .script: "text/javascript; charset=utf-8"
    case .manifest: "application/manifest+json"
    case .icon: "image/svg+xml"
    }
  }

  var bytes: ByteBuffer {
    let file =
      switch self {
      case .page: web_page_html
      case .style: web_page_css
      case .script: web_page_js
      case .manifest: web_page_manifest
      case .icon: web_page_icon
      }
    return ByteBuffer(bytes: UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}
