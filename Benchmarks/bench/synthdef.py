"""scsynth's binary form of the one instrument needed: a looped stereo buffer with a gain, to the first two outputs.

    SynthDef("stem", { |buffer, gain| Out.ar(0, PlayBuf.ar(2, buffer, 1, 1, 0, 1) * gain) })
"""

import struct

CONTROL, AUDIO = 1, 2
TIMES = 2  # BinaryOpUGen's operator


def _name(text):
    return bytes([len(text)]) + text.encode()


def _unit(kind, rate, inputs, outputs, special=0):
    data = _name(kind) + struct.pack(">biih", rate, len(inputs), outputs, special)
    for unit, index in inputs:
        data += struct.pack(">ii", unit, index)
    return data + bytes([rate]) * outputs


def stem_player():
    constants = [0.0, 1.0]
    zero, one = (-1, 0), (-1, 1)
    buffer, gain = (0, 0), (0, 1)
    units = [
        _unit("Control", CONTROL, [], 2),
        _unit("PlayBuf", AUDIO, [buffer, one, one, zero, one, zero], 2),
        _unit("BinaryOpUGen", AUDIO, [(1, 0), gain], 1, TIMES),
        _unit("BinaryOpUGen", AUDIO, [(1, 1), gain], 1, TIMES),
        _unit("Out", AUDIO, [zero, (2, 0), (3, 0)], 0),
    ]
    data = b"SCgf" + struct.pack(">ih", 2, 1) + _name("stem")
    data += struct.pack(">i", len(constants)) + b"".join(struct.pack(">f", value) for value in constants)
    data += struct.pack(">iff", 2, 0, 1)
    data += struct.pack(">i", 2) + _name("buffer") + struct.pack(">i", 0) + _name("gain") + struct.pack(">i", 1)
    data += struct.pack(">i", len(units)) + b"".join(units)
    return data + struct.pack(">h", 0)
