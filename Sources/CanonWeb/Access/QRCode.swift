import CQREncode

/// A text as a picture that cameras read (ISO/IEC 18004).
enum QRCode {
  /// Without the margin, row by row; true is dark. Empty for a text that is too long.
  static func rows(_ text: String) -> [[Bool]] {
    guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else { return [] }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    // The lowest bit of each byte is the colour.
    return (0..<width).map { row in (0..<width).map { code.pointee.data[row * width + $0] & 1 == 1 } }
  }
}
