"""Every benchmark's report has whole tables, whatever was measured, and a short run has no verdict in it."""

import contextlib
import inspect
import io
import itertools
import unittest
from unittest import mock

from bench import (
    again, capacity, control, cost, eventful, faults, formats, idle, live, long, memory, midi, offline, page, response, screen, startup, tempo)
from bench.failure import Absent
from bench.rounds import measure
from bench.verdict import Judge


def turn(*values):
    """A sample that is never the same twice in a row."""
    return itertools.cycle(values).__next__


COSTS = turn(*(cost.Sample(10 + n, 5, 8 + n, 5, n % 3, 0, 20 + n) for n in range(7)))
WALLS = turn(*(offline.Sample(1 + n / 10, 2) for n in range(7)))
SAMPLES = {
    again: turn((2.0, 1.0), (2.5, 1.1)), capacity: COSTS, eventful: WALLS, formats: turn((1.0, 0.5, 0.7)), live: COSTS,
    midi: turn(-0.834, 0.1, -0.2), offline: WALLS,
    faults: turn(faults.Sample(0.1, 64)), memory: turn(memory.Sample(1e8, 5e8)), response: turn([0, 0, 0], [0, 0, 1]),
    idle: turn(idle.Sample(20, 0.2, 750, 0.4), idle.Sample(25, 0.3, 750, 0.4)),
    long: turn(long.Sample(30.0, 120.0, 0, 0, 0), long.Sample(4.0, 110.0, 1, 0, 2)),
    page: turn(page.Sample(5.0, 5.9, 1.1, 1.2, 30.0, 9000.0), page.Sample(5.1, 6.2, 1.3, 1.1, 29.5, 9100.0)),
    screen: turn(screen.Sample(1.0, 100), screen.Sample(1.2, 90)), startup: turn(startup.Sample(0.1, 0.2)),
    tempo: turn(tempo.Sample(2.0, 0.5), tempo.Sample(2.2, 0.6)),
}


def sample(module, case):
    if module is control:
        return 5000.0 if case in control.STREAMS else [20.0, 21.0]
    if case in (live.EMPTY, capacity.EMPTY):
        return cost.Sample(5.25, 5, 5.5, 5, 0, 0, 1)
    return SAMPLES[module]()


def failing(module, case):
    raise Absent


class Context:
    folder = "/nowhere"
    without_avx2 = None

    def __init__(self, is_quick, rounds):
        self.is_quick, self.rounds, self.judge = is_quick, rounds, Judge(is_quick, rounds)


def report(module, measured, is_quick=False, rounds=5):
    """The lines of a benchmark's report with such samples."""
    def measuring(rounds, cases, _, name=str):
        with contextlib.redirect_stderr(io.StringIO()):
            return measure(rounds, cases, lambda case: measured(module, case), name)

    replaced = dict(measure=measuring, Stems=mock.MagicMock(), prepare=mock.Mock(), time_it=mock.Mock(), clear=mock.Mock())
    replaced = {name: value for name, value in replaced.items() if hasattr(module, name)}
    with mock.patch.multiple(module, **replaced), mock.patch.dict(
            offline.RENDERERS, {"C limit": lambda *_: []}):
        return module.run(Context(is_quick, rounds))


MODULES = [*SAMPLES, control]


class Reports(unittest.TestCase):
    def assert_whole(self, module, lines):
        for line in lines:
            self.assertIsInstance(line, str, module.__name__)
        for is_table, rows in itertools.groupby(lines, lambda line: line.startswith("|")):
            if is_table:
                rows = list(rows)
                self.assertTrue(rows[1].startswith("|---"), module.__name__)
                self.assertEqual(
                    {row.count("|") for row in rows}, {rows[0].count("|")}, f"{module.__name__}: {rows[0]}")

    def test_all_of_them_are_tested(self):
        with open(inspect.getfile(measure).replace("rounds.py", "__main__.py")) as file:
            listed = file.read().split("enumerate(")[1].split("), 1))")[0]
        names = {word.strip(" (\n") for word in listed.split(",")}
        self.assertEqual(names, {module.__name__.rsplit(".", 1)[-1] for module in MODULES})

    def test_measured(self):
        for module in MODULES:
            self.assert_whole(module, report(module, sample))

    def test_absent(self):
        for module in MODULES:
            lines = report(module, failing)
            self.assert_whole(module, lines)
            self.assertNotIn("Reached", "\n".join(lines), module.__name__)

    def test_quick(self):
        for module in MODULES:
            lines = report(module, sample, is_quick=True)
            self.assert_whole(module, lines)
            self.assertNotRegex("\n".join(lines), "(?i)reached|missed|undecided", module.__name__)

    def test_one_launch_that_is_off_is_a_miss(self):
        rounds = itertools.cycle([[0, 0, 0]] * 4 + [[0, 0, -1]])
        text = "\n".join(report(response, lambda module, case: next(rounds) if case is response.LAUNCH else [70, 71]))
        self.assertIn("Measured: 1 of 15 are off. **Missed**", text)

    def test_noise_is_no_success(self):
        text = "\n".join(report(midi, sample))
        self.assertIn("Not measurable", text)
        self.assertNotIn("Reached", text)
