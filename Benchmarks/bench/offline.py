"""Benchmark 3: ten minutes of 64 stems into a sound file, as fast as possible."""

import os
import re
import resource
import subprocess
import time
from collections import namedtuple

from . import programs
from .failure import Failed
from .renderers import RENDERERS, clear, prepare
from .rounds import measure
from .server import RATE
from .stems import Stems
from .table import middle, number, spread, table
from .verdict import ratio_cell

TITLE = "3. Offline: 64 FLAC stems of 24 s to 32-bit float WAV"
COUNT, LOOP = 64, 24
GOAL = 1.5
LARGEST_DIFFERENCE = 1e-4
LONGEST = 300
LIMIT, CANON = "C limit", "canon"
YARDSTICKS = (LIMIT, "C, AVX2, streaming")

Sample = namedtuple("Sample", "wall cpu")


def run(context):
    seconds = 120 if context.is_quick else 600
    stems = Stems(context, COUNT, LOOP)
    prepare(context, stems, seconds)
    reference = os.path.join(context.folder, "reference.wav")
    time_it(RENDERERS[LIMIT](context, stems, seconds, reference))
    checked = set()

    def measured(title):
        output = os.path.join(context.folder, "rendered.wav")
        clear(output)
        sample = time_it(RENDERERS[title](context, stems, seconds, output))
        if title not in checked:
            compare(context, reference, output, seconds)
            checked.add(title)
        clear(output)
        return sample

    results = measure(context.rounds, list(RENDERERS), measured)
    clear(reference)
    rows = []
    for title in RENDERERS:
        reason = results.reason(title)
        rows.append([title, reason, "", "", ""] if reason else [
            title, number(seconds / middle(results.values(title, lambda sample: sample.wall))),
            spread(results.values(title, lambda sample: sample.wall)),
            number(middle(results.values(title, lambda sample: sample.cpu))),
            ratio_cell(pairs(results, title, LIMIT), 0)])
    lines = [f"{seconds} s of music.", ""]
    lines += table(
        ["program", "times real time", "seconds", "CPU seconds", "times the C limit's seconds"], rows)
    return lines + [
        "", context.judge.ratio(f"within {GOAL} times the C limit", pairs(results, CANON, LIMIT), GOAL),
        "", against_peers(context.judge, results)]


def pairs(results, case, other):
    """The seconds of both, for each round."""
    return results.paired(case, other, lambda sample, beside: (sample.wall, beside.wall))


def against_peers(judge, results):
    walls = {title: middle(results.values(title, lambda sample: sample.wall)) for title in RENDERERS}
    own = walls.pop(CANON)
    for title in YARDSTICKS:
        walls.pop(title)
    measured = {title: wall for title, wall in walls.items() if wall}
    if not own or not measured:
        return "Goal: faster than every peer. Not measured."
    faster = [title for title, wall in measured.items() if wall <= own]
    return judge.yes_or_no(
        "faster than every peer", not faster, f"As fast or faster: {', '.join(faster) or 'none'}.")


def time_it(command):
    """Runs the command, after all pending writes of the previous one."""
    os.sync()
    used, start = children_cpu(), time.monotonic()
    child = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        errors="replace", start_new_session=True)
    try:
        _, said = child.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        raise Failed(f"no end after {LONGEST} s") from None
    finally:
        if child.poll() is None:
            child.kill()
            child.wait()
    sample = Sample(time.monotonic() - start, children_cpu() - used)
    if child.returncode != 0:
        raise Failed((said.strip().splitlines() or [f"status {child.returncode}"])[-1][:200])
    return sample


def children_cpu():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def compare(context, reference, output, seconds, tolerance=LARGEST_DIFFERENCE):
    """Fails if the program rendered something else."""
    said = programs.output_of([context.client("differ"), reference, output])
    _, frames, largest = re.match(r"frames (\d+) (\d+) largest (\S+)", said).groups()
    if int(frames) != seconds * RATE:
        raise Failed(f"{frames} frames instead of {seconds * RATE}")
    if float(largest) > tolerance:
        raise Failed(f"the music differs by {float(largest):.4f}")
