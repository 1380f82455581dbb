"""Benchmark 13: from a command to its sound, and whether a launch is on the frame that was announced."""

import json
import re
import tempfile
import time
from collections import namedtuple

from . import programs
from .failure import Failed
from .players.canon import Canon
from .rounds import measure
from .server import ENVIRONMENT, PERIOD, RATE, Server
from .stems import Stems
from .table import middle, number, table
from .verdict import with_quartiles

TITLE = "13. Response: from a command to its sound, and launches, six stems, 48 kHz, period 64"
COUNT, SECONDS = 6, 1
STEM, PORT = "s0002", "canon:s0002_1"

Case = namedtuple("Case", "title line times")
NOW = Case("`start … now`: frames from the command until its first sample is handed over", f"start {STEM} now", 40)
LAUNCH = Case("`start … loop`: frames between the announced one and the first sample", f"start {STEM} loop", 10)
CASES = [NOW, LAUNCH]


def run(context):
    stems = Stems(context, COUNT, SECONDS)
    results = measure(context.rounds, CASES, lambda case: measured(context, stems, case), lambda case: case.title)

    def row(case):
        rounds = results.values(case, list)
        if not rounds:
            return [case.title, results.reason(case), "", ""]
        furthest = max((value for values in rounds for value in values), key=abs)
        return [
            case.title, with_quartiles([middle(values) for values in rounds]), number(furthest),
            f"{number(middle([middle(values) for values in rounds]) / RATE * 1000)} ms"]

    lines = table(["", "median", "furthest from 0", "median in time"], [row(case) for case in CASES])
    return lines + [
        "", f"The command is a line on the control socket. The server hands a sample over {PERIOD} frames, one period, after its own frame, when the "
        "period is complete. A launch is compared by its frame.", "",
        verdict(context.judge, results)]


def verdict(judge, results):
    """Of every launch, not of the median: a single one that is off misses the goal."""
    goal, launches = "every launch is on the announced frame", [frame for values in results.values(LAUNCH, list) for frame in values]
    if not launches:
        return judge.value(goal, [], 0)
    off = sum(frame != 0 for frame in launches)
    return judge.yes_or_no(goal, off == 0, f"Measured: {off} of {len(launches)} are off.")


def measured(context, stems, case):
    times = max(3, case.times // 5) if context.is_quick else case.times
    with Server(context), tempfile.TemporaryDirectory() as runtime, Canon(context) as player:
        player.start(stems, 60, bases=1, runtime=runtime)
        player.settle()
        said = programs.output_of(
            [context.client("response"), f"{runtime}/canon/canon.sock", PORT, case.line, f"stop {STEM} now", str(times)],
            environment=ENVIRONMENT)
        pairs = [tuple(map(int, pair)) for pair in re.findall(r"sent (\d+) heard (\d+)", said)]
        if case is NOW:
            return [signed(heard + PERIOD - sent) for sent, heard in pairs]
        time.sleep(0.5)  # until canon has said what it did
        announced = announcements(player.program.all_said)
        if len(announced) != len(pairs):
            raise Failed(f"{len(announced)} launches announced, {len(pairs)} heard")
        return [signed(heard - frame) for (_, heard), frame in zip(pairs, announced)]


def announcements(lines):
    """The frames of the server on which the stem begins to play, as canon says."""
    frames, offset = [], None
    for line in lines:
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if event.get("event") == "clock":
            offset = event["server_frame"] - event["frame"]
        elif event.get("event") == "changed" and event.get("stem") == STEM and event.get("state") == "play":
            if offset is None:
                raise Failed("canon has not said what its clock is in the server's frames")
            frames.append(event["frame"] + offset)
    return frames


def signed(frames):
    """The server's frames are of 32 bits, and wrap."""
    return (frames + (1 << 31)) % (1 << 32) - (1 << 31)
