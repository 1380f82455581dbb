"""Benchmark 17: stems of an hour, of which canon holds a part in memory."""

import glob
import os
import shutil
from collections import namedtuple

from .players.canon import Canon
from .players.plain import Empty
from .rounds import measure
from .server import RATE, Server
from .stems import Stems
from .table import middle, number, spread, table

TITLE = "17. Long stems: six WAV files of an hour"
COUNT, SECONDS = 6, 3600
MOST_MEMORY = 300  # MB

Case = namedtuple("Case", "title is_first")
FIRST, SECOND = Case("first start, empty cache of samples", True), Case("second start, nothing in the page cache", False)
CASES = [FIRST, SECOND]
# Seconds; MB; xruns of canon and of the empty client beside whom nobody played; how many times samples were late.
Sample = namedtuple("Sample", "seconds memory xruns empty_xruns late")


def run(context):
    stems = Stems(context, COUNT, SECONDS, kind="wav")
    cache = os.path.join(context.folder, "cache-of-long-stems")
    results = measure(context.rounds, CASES, lambda case: played(context, stems, case, cache), lambda case: case.title)

    def row(case):
        def values(value):
            return results.values(case, value)

        return [
            case.title, results.reason(case) or spread(values(lambda one: one.seconds)), spread(values(lambda one: one.memory)),
            number(middle(values(lambda one: one.xruns))), number(middle(values(lambda one: one.empty_xruns))),
            number(middle(values(lambda one: one.late)))]

    lines = table(
        ["", "seconds until all play", "MB resident", "xruns", "xruns of the empty client", "samples late"], [row(case) for case in CASES])
    whole = COUNT * SECONDS * RATE * 4 / 1e6
    return lines + [
        "", f"All samples of the six, of 16 bits, are {number(whole)} MB.",
        "", context.judge.value(
            f"six stems of an hour take at most {MOST_MEMORY} MB", results.values(SECOND, lambda one: one.memory), MOST_MEMORY),
        "", context.judge.value(
            "with a cold page cache no more xruns than the empty client",
            results.values(SECOND, lambda one: max(0, one.xruns - one.empty_xruns) + one.late), 0)]


def played(context, stems, case, cache):
    folder = stems.set_folder()
    if case.is_first:
        shutil.rmtree(cache, ignore_errors=True)
    elif not glob.glob(os.path.join(cache, "canon", "samples", "*.samples")):
        start(context, stems, cache)
    os.sync()
    forget([*glob.glob(os.path.join(folder, "*.wav")), *glob.glob(os.path.join(cache, "canon", "samples", "*.samples"))])
    return start(context, stems, cache)


def start(context, stems, cache):
    """Plays for some time with what is in the cache."""
    seconds = context.seconds(30)
    with Server(context):
        with Empty(context) as empty:
            empty.start(stems, 10)
            _, empty_xruns, _ = empty.realtime(seconds)
        with Canon(context) as player:
            ready = player.start(stems, 600, cache=cache)
            _, xruns, _ = player.realtime(seconds)
            # Who is heard is measured in freewheel mode, in which long stems are silent: late samples are told instead.
            memory = player.program.resident_bytes() / 1e6
            late = sum('"samples-late"' in line for line in player.program.all_said)
    return Sample(ready, memory, xruns, empty_xruns, late)


def forget(paths):
    """Takes files out of the system's page cache."""
    for path in paths:
        file = os.open(path, os.O_RDONLY)
        try:
            os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        finally:
            os.close(file)
