"""The part of Open Sound Control that scsynth and SooperLooper need, over loopback UDP."""

import socket
import struct
import time

from .failure import Failed


def _padded(data):
    return data + b"\0" * (4 - len(data) % 4 if len(data) % 4 else 0)


def _text(text):
    return _padded(text.encode() + b"\0")


def message(address, *values):
    tags, data = ",", b""
    for value in values:
        if isinstance(value, int):
            tags, data = tags + "i", data + struct.pack(">i", value)
        elif isinstance(value, float):
            tags, data = tags + "f", data + struct.pack(">f", value)
        elif isinstance(value, bytes):
            tags, data = tags + "b", data + struct.pack(">i", len(value)) + _padded(value)
        else:
            tags, data = tags + "s", data + _text(value)
    return _text(address) + _text(tags) + data


def parse(packet):
    """The address and values of a message that is not a bundle."""
    def text(at):
        end = packet.index(b"\0", at)
        return packet[at:end].decode(errors="replace"), (end // 4 + 1) * 4

    address, at = text(0)
    tags, at = text(at)
    values = []
    for tag in tags[1:]:
        if tag == "s":
            value, at = text(at)
            values.append(value)
        elif tag in "if":
            values.append(struct.unpack_from(">" + tag, packet, at)[0])
            at += 4
        else:
            break
    return address, values


class Peer:
    """A program that listens on a UDP port of this machine."""

    def __init__(self, port):
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self._target = ("127.0.0.1", port)
        self.own_url = f"osc.udp://127.0.0.1:{self._socket.getsockname()[1]}/"

    def send(self, address, *values):
        self._socket.sendto(message(address, *values), self._target)

    def wait_for(self, address, matches, limit, asking=None):
        """Waits for a message that matches, and calls `asking()` repeatedly meanwhile."""
        end = time.monotonic() + limit
        asked = 0
        while time.monotonic() < end:
            if asking and time.monotonic() - asked >= 0.005:
                asking()
                asked = time.monotonic()
            self._socket.settimeout(0.005 if asking else max(0.001, end - time.monotonic()))
            try:
                got, values = parse(self._socket.recv(65536))
            except (socket.timeout, ConnectionError):
                continue
            if got == "/fail":
                raise Failed(" ".join(map(str, values)))
            if got == address and matches(values):
                return values
        raise Failed(f"no answer {address} after {limit:g} s")

    def close(self):
        self._socket.close()


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]
