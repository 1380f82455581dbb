"""Benchmark 10: a folder of files of mixed formats, from nothing to the first sound."""

import os
import shutil
import time
from collections import namedtuple

from . import programs
from .failure import Failed
from .players.canon import Canon
from .players.scsynth import Scsynth
from .players.sooperlooper import SooperLooper
from .rounds import measure
from .server import RATE, Server
from .stems import Stems
from .table import spread, table

TITLE = "10. A folder of mixed formats: loops of 10 s"
SECONDS = 10

# What ffmpeg writes: the ending of the file, and its codec.
READ_BY_LIBSNDFILE = [
    ("wav", "pcm_s16le"), ("wav", "pcm_s24le"), ("wav", "pcm_f32le"), ("aiff", "pcm_s16be"), ("flac", "flac"),
    ("ogg", "libvorbis")]
READ_BY_FFMPEG = [("m4a", "aac"), ("m4a", "alac"), ("wv", "wavpack"), ("mka", "flac")]

Case = namedtuple("Case", "title player count others")
CASES = [
    Case("canon, 100 files, 40 of them for ffmpeg", Canon, 60, 40),
    Case("canon, 60 files", Canon, 60, 0),
    Case("scsynth, 60 files", Scsynth, 60, 0),
    Case("SooperLooper, 60 files", SooperLooper, 60, 0),
]


class Folder:
    """Sound files in a folder, as a player takes them: one stem, the first one, is heard of a folder without a set file."""

    def __init__(self, context, count, others):
        self.seconds, self.frames, self.loop = SECONDS, SECONDS * RATE, SECONDS * RATE
        self.path = os.path.join(context.folder, f"mixed-{count}-{others}")
        kinds = [READ_BY_LIBSNDFILE[n % len(READ_BY_LIBSNDFILE)] for n in range(count)]
        kinds += [READ_BY_FFMPEG[n % len(READ_BY_FFMPEG)] for n in range(others)]
        self.files = [os.path.join(self.path, f"loop-{n:03}.{kind[0]}") for n, kind in enumerate(kinds, 1)]
        self.heard_alone()
        if os.path.isdir(self.path):
            return
        os.makedirs(self.path)
        for source, target, (_, codec) in zip(Stems(context, len(kinds), SECONDS).files, self.files, kinds):
            programs.output_of(
                [programs.find("ffmpeg"), "-v", "error", "-nostdin", "-i", source, "-c:a", codec, target])

    def heard_alone(self):
        self.count, self.gain = 1, 1.0
        return self

    def heard_together(self):
        self.count, self.gain = len(self.files), 1 / len(self.files)
        return self

    def set_folder(self):
        return self.path


def run(context):
    def measured(case):
        folder = Folder(context, case.count, case.others)
        if case.player is not Canon:
            return first_sound(context, case.player, folder.heard_together()), None, None
        cache = os.path.join(context.folder, "cache")
        shutil.rmtree(cache, ignore_errors=True)
        new = written(context, folder, cache)
        os.remove(os.path.join(folder.path, "set.toml"))
        shutil.rmtree(cache, ignore_errors=True)
        first = first_sound(context, Canon, folder, cache=cache)
        again = first_sound(context, Canon, folder, cache=cache)
        shutil.rmtree(cache, ignore_errors=True)
        return first, again, new

    results = measure(context.rounds, CASES, measured, lambda case: case.title)

    def cell(case, place):
        if results.reason(case):
            return results.reason(case) if place == 0 else ""
        values = results.values(case, lambda times: times[place])
        return "" if any(value is None for value in values) else spread(values) + " s"

    return table(
        ["program, files", "first sound", "the next start", "`canon new`"],
        [[case.title, *(cell(case, place) for place in range(3))] for case in CASES])


def written(context, folder, cache):
    """The seconds of `canon new`."""
    start = time.monotonic()
    program = programs.Program([context.canon, "new", folder.path], dict(XDG_CACHE_HOME=cache))
    program.wait(120)
    if not os.path.exists(os.path.join(folder.path, "set.toml")):
        raise Failed(program.last_words())
    return time.monotonic() - start


def first_sound(context, kind, folder, **options):
    """The seconds from the start of a program until it has read all files and sounds."""
    with Server(context), kind(context) as player:
        seconds = player.start(folder, 300, **options)
        player.check_sound(folder)
        return seconds
