"""Benchmark 9: a second start with the same files, which takes the samples from canon's cache."""

import glob
import mmap
import os
import shutil
import time
from collections import namedtuple

from .failure import Failed
from .players.canon import Canon
from .rounds import measure
from .server import RATE, Server
from .stems import Stems
from .table import spread, table

TITLE = "9. A second start: 64 FLAC stems of 24 s"
SIZE = 64
SECONDS = 24
PIECE = 1 << 24

Case = namedtuple("Case", "title rate")
CASES = [Case("44.1 kHz, resampled", 44100), Case("48 kHz, decoded", RATE)]


def run(context):
    def measured(case):
        stems = Stems(context, SIZE, SECONDS, case.rate)
        stems.set_folder()
        cache = os.path.join(context.folder, "cache")
        shutil.rmtree(cache, ignore_errors=True)
        first = start(context, stems, cache)
        second = start(context, stems, cache)
        shutil.rmtree(cache)
        return first, second

    results = measure(context.rounds, CASES, measured, lambda case: case.title)

    def row(case):
        if results.reason(case):
            return [case.title, results.reason(case), "", ""]
        return [
            case.title, spread(results.values(case, lambda pair: pair[0])) + " s",
            spread(results.values(case, lambda pair: pair[1])) + " s",
            spread(results.values(case, lambda pair: pair[0] / pair[1])) + " times"]

    return table(["files", "first start", "second start", "ratio"], [row(case) for case in CASES])


def start(context, stems, cache):
    """The seconds until all stems play, with what is in the cache; returns once canon has kept everything."""
    os.sync()
    touch(3 * stems.decoded_bytes)
    with Server(context), Canon(context) as player:
        seconds = player.start(stems, 300, cache=cache)
        player.check_sound(stems)
        limit = time.monotonic() + 120
        while len(glob.glob(os.path.join(cache, "canon", "samples", "*.samples"))) < stems.count:
            if time.monotonic() > limit:
                raise Failed("canon does not keep all samples")
            time.sleep(0.1)
        return seconds


def touch(size):
    """Writes to as much memory as a start and its files take, and gives it back. A virtual machine's host gives memory page by page, which takes
    ten times as long as to clear it, and takes back what is free: who comes first would pay for it."""
    memory = mmap.mmap(-1, size)
    try:
        memory.madvise(mmap.MADV_HUGEPAGE)
        for start in range(0, size, PIECE):
            memory[start:start + PIECE] = b"\1" * min(PIECE, size - start)
    finally:
        memory.close()
