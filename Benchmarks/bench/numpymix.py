"""The offline benchmark written with numpy: decodes, mixes one loop, writes it repeatedly."""

import sys

import numpy
import soundfile

output, seconds, gain, *files = sys.argv[1:]
mix = None
for path in files:
    samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
    samples *= numpy.float32(gain)
    mix = samples if mix is None else numpy.add(mix, samples, out=mix)
left = round(float(seconds) * rate)
with soundfile.SoundFile(output, "w", rate, 2, "FLOAT", format="WAV") as file:
    while left > 0:
        file.write(mix[:left])
        left -= len(mix)
