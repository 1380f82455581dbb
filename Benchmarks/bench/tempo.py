"""Benchmark 16: how long another tempo takes, with an empty cache of samples and with one that has them."""

import glob
import os
import shutil
import tempfile
import time
from collections import namedtuple

from .failure import Failed
from .players.canon import Canon, event_of
from .rounds import measure
from .server import Server
from .stems import Stems
from .table import spread, table

TITLE = "16. Another tempo: from the command to the frame on which all stems play in it; FLAC stems of 24 s that sound"
SIZES = [6, 64]
SECONDS = 24
TEMPO = "77 %"  # of 120 beats a minute 92
LONGEST = 900

Sample = namedtuple("Sample", "first again")


def run(context):
    def measured(size):
        stems = Stems(context, size, SECONDS)
        cache = tempfile.mkdtemp(prefix="cache-", dir=context.folder)
        try:
            # The second program finds what the first one has stretched.
            return Sample(seconds(context, stems, cache), seconds(context, stems, cache))
        finally:
            shutil.rmtree(cache, ignore_errors=True)

    results = measure(context.rounds, SIZES, measured, lambda size: f"{size} stems")

    def row(size):
        def cell(value):
            return results.reason(size) or spread(results.values(size, value)) + " s"
        return [f"{size} stems", cell(lambda sample: sample.first), cell(lambda sample: sample.again)]

    return table([f"`tempo {TEMPO} now`", "empty cache", "once more, with its cache"], [row(size) for size in SIZES])


def seconds(context, stems, cache):
    """Returns once canon has kept everything, the samples of the files and those in the other tempo."""
    with Server(context), Canon(context) as player:
        player.start(stems, LONGEST, cache=cache)
        player.settle()
        begin = time.monotonic()
        player.program.say(f"tempo {TEMPO} now")
        player.program.wait_for(lambda line: event_of(line) == "reloaded", LONGEST)
        passed = time.monotonic() - begin
        limit = time.monotonic() + 120
        while len(glob.glob(os.path.join(cache, "canon", "samples", "*.samples"))) < 2 * stems.count:
            if time.monotonic() > limit:
                raise Failed("canon does not keep all samples")
            time.sleep(0.1)
        return passed
