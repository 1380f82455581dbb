/// Names of the Media Player Remote Interfacing Specification, version 2.2.
enum MPRIS {
  static let name = "org.mpris.MediaPlayer2.canon"
  static let path = "/org/mpris/MediaPlayer2"
  static let root = "org.mpris.MediaPlayer2"
  static let player = "org.mpris.MediaPlayer2.Player"
  /// canon plays one piece; its position is that within the loop.
  static let track = "/canon/piece"

  /// What is true of every canon.
  static let rootProperties: [String: BusValue] = [
    "CanQuit": .bool(false), "CanRaise": .bool(false), "HasTrackList": .bool(false),
    "Identity": .text("canon"), "SupportedUriSchemes": .texts([]), "SupportedMimeTypes": .texts([]),
  ]

  /// The interfaces, for programs that ask what there is.
  static let introspection = """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" \
    "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>
    <interface name="\(root)">
    <method name="Raise"/><method name="Quit"/>
    \(properties(rootProperties.keys.sorted(), of: rootProperties))
    </interface>
    <interface name="\(player)">
    <method name="Next"/><method name="Previous"/><method name="Pause"/><method name="PlayPause"/>
    <method name="Stop"/><method name="Play"/>
    <method name="Seek"><arg direction="in" name="Offset" type="x"/></method>
    <method name="SetPosition"><arg direction="in" name="TrackId" type="o"/>\
    <arg direction="in" name="Position" type="x"/></method>
    <method name="OpenUri"><arg direction="in" name="Uri" type="s"/></method>
    <signal name="Seeked"><arg name="Position" type="x"/></signal>
    \(properties(PlayerPicture.names, of: PlayerPicture.empty.properties))
    </interface>
    </node>
    """

  private static func properties(_ names: [String], of values: [String: BusValue]) -> String {
    names.compactMap { name in
      values[name].map {
        "<property name=\"\(name)\" type=\"\($0.signature)\" access=\"\(name == "Volume" ? "readwrite" : "read")\"/>"
      }
    }.joined(separator: "\n")
  }
}
