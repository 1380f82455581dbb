"""Benchmark 6: the cost of the full screen without input, and the bytes that it sends."""

import fcntl
import os
import pty
import struct
import subprocess
import termios
import threading
import time
from collections import namedtuple

from .failure import Failed
from .rounds import measure
from .server import ENVIRONMENT, NAME, Server
from .stems import Stems
from .table import middle, number, spread, table

TITLE = "6. The screen: six stems, 80 by 24 and 200 by 60, nobody at the keys"
COUNT, SECONDS = 6, 8
GOAL = 1.0

Case = namedtuple("Case", "title size options")
Sample = namedtuple("Sample", "cpu bytes")
LINES = Case("lines (--plain)", (80, 24), ("--plain",))
CASES = [LINES, Case("80 by 24", (80, 24), ()), Case("200 by 60", (200, 60), ())]


def run(context):
    stems = Stems(context, COUNT, SECONDS)
    results = measure(context.rounds, CASES, lambda case: cost(context, stems, case), lambda case: case.title)

    def row(case):
        above = [own.cpu - plain.cpu for own, plain in results.paired(case, LINES, lambda a, b: (a, b))]
        return [
            case.title, spread(results.values(case, lambda sample: sample.cpu)), number(middle(above)),
            number(middle(results.values(case, lambda sample: sample.bytes)))]

    lines = table(
        ["", "per cent of one core, audio included", "above lines", "bytes a second to the terminal"],
        [row(case) for case in CASES])
    small = middle([own.cpu - plain.cpu for own, plain in results.paired(CASES[1], LINES, lambda a, b: (a, b))])
    said = "reached" if small < GOAL else "**missed**"
    return lines + ["", f"Goal: the screen of 80 by 24 takes less than {GOAL:g} % of a core; {said}."]


def cost(context, stems, case):
    """The CPU share and bytes per second, measured after ten seconds without input."""
    seconds = context.seconds(20)
    with Server(context):
        master, slave = pty.openpty()
        columns, rows = case.size
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        child = subprocess.Popen(
            [context.canon, "play", stems.set_folder(), "--server", NAME, "--no-connect", *case.options],
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            env=dict(os.environ, TERM="xterm-256color", LC_ALL="C.UTF-8", **ENVIRONMENT))
        os.close(slave)
        sent = [0]
        threading.Thread(target=count, args=(master, sent), daemon=True).start()
        try:
            time.sleep(10)
            before, bytes_before = cpu_seconds(child.pid), sent[0]
            time.sleep(seconds)
            if child.poll() is not None:
                raise Failed("canon has ended")
            return Sample(
                100 * (cpu_seconds(child.pid) - before) / seconds, (sent[0] - bytes_before) / seconds)
        finally:
            child.terminate()
            child.wait(10)
            os.close(master)


def count(master, sent):
    while True:
        try:
            data = os.read(master, 65536)
        except OSError:
            return
        if not data:
            return
        sent[0] += len(data)


def cpu_seconds(pid):
    return time.clock_gettime((~pid << 3) | 2)  # what clock_getcpuclockid(3) would give
