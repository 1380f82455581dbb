"""Stems for the benchmarks: generated files, and canon's set of them."""

import glob
import os

from . import programs
from .failure import Skipped
from .context import available_memory
from .server import RATE

# The mean of every generated file (makestems.c).
MARK = 1 / 64


class Stems:
    """`count` different stereo loops of `seconds` each, as 16-bit FLAC or WAV files."""

    def __init__(self, context, count, seconds, rate=RATE, kind="flac"):
        self.count = count
        self.seconds = seconds
        self.frames = round(seconds * rate)  # of the files
        self.loop = round(seconds * RATE)  # as they are played
        self.gain = 1 / count  # so that the sum stays within full scale
        self.decoded_bytes = count * self.frames * 2 * 4
        if self.decoded_bytes * 1.3 + 5e8 > available_memory():
            raise Skipped(f"{count} stems of {seconds:g} s need {self.decoded_bytes / 1e9:.1f} GB of memory")
        self._folder = os.path.join(context.folder, f"stems-{seconds:g}s" + ("" if rate == RATE else f"-{rate}") + ("" if kind == "flac" else f"-{kind}"))
        os.makedirs(self._folder, exist_ok=True)
        present = len(glob.glob(os.path.join(self._folder, "*." + kind)))
        if present < count:
            programs.output_of(
                [context.client("makestems"), self._folder, str(present + 1), str(count), str(self.frames),
                 str(rate), *([kind] if kind == "wav" else [])], limit=900)
        self.files = [os.path.join(self._folder, f"s{number:04}.{kind}") for number in range(1, count + 1)]

    def decibels(self):
        from math import log10
        return 20 * log10(self.gain)

    def set_folder(self, bases=None):
        """The folder of canon's set of these stems; the first `bases` of them (by default all) play from the start."""
        bases = self.count if bases is None else bases
        folder = f"{self._folder}-set-{self.count}-{bases}"
        if os.path.isdir(folder):
            return folder
        os.makedirs(folder)
        with open(os.path.join(folder, "set.toml"), "w") as file:
            file.write('title = "Benchmark"\n')
            for number, path in enumerate(self.files, 1):
                os.link(path, os.path.join(folder, os.path.basename(path)))
                file.write(f'\n[[stem]]\nid = "s{number:04}"\nfile = "{os.path.basename(path)}"\n')
                file.write(f"gain = {self.decibels():.12f}\n" + ("base = true\n" if number <= bases else ""))
        return folder
