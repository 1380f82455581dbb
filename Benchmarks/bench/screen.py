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
from .verdict import cost_cell, scatter_of

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

    def above(case):
        return results.paired(case, LINES, lambda own, plain: own.cpu - plain.cpu)

    noise = scatter_of(results.values(LINES, lambda sample: sample.cpu))

    def row(case):
        return [
            case.title, spread(results.values(case, lambda sample: sample.cpu)),
            "–" if case is LINES else cost_cell(above(case), noise),
            number(middle(results.values(case, lambda sample: sample.bytes)))]

    lines = table(
        ["", "per cent of one core, audio included", "above lines", "bytes a second to the terminal"],
        [row(case) for case in CASES])
    return lines + ["", f"Noise, which is the scatter of line mode: {number(noise)} %.", "", context.judge.cost(
        f"the screen of 80 by 24 takes at most {GOAL:g} % of a core above lines", above(CASES[1]), GOAL, noise)]


def cost(context, stems, case):
    """The CPU share and bytes per second, measured after ten seconds without input."""
    seconds = context.seconds(20)
    with Server(context), AtTerminal(context, stems.set_folder(), case.size, case.options) as canon:
        time.sleep(10)
        before, bytes_before = cpu_seconds(canon.pid), canon.sent[0]
        time.sleep(seconds)
        canon.must_run()
        return Sample(
            100 * (cpu_seconds(canon.pid) - before) / seconds, (canon.sent[0] - bytes_before) / seconds)


class AtTerminal:
    """canon at a pseudo terminal whose output is counted."""

    def __init__(self, context, folder, size, options=(), environment=None):
        self._words = [context.canon, "play", folder, "--server", NAME, "--no-connect", *options]
        self._size = size
        self._environment = environment or {}
        self.sent = [0]

    def __enter__(self):
        self._master, slave = pty.openpty()
        columns, rows = self._size
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._child = subprocess.Popen(
            self._words, stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            env=dict(os.environ, TERM="xterm-256color", LC_ALL="C.UTF-8", **ENVIRONMENT, **self._environment))
        self.pid = self._child.pid
        os.close(slave)
        threading.Thread(target=count, args=(self._master, self.sent), daemon=True).start()
        return self

    def must_run(self):
        if self._child.poll() is not None:
            raise Failed("canon has ended")

    def __exit__(self, *_):
        self._child.terminate()
        try:
            self._child.wait(10)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        os.close(self._master)


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
