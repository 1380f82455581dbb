"""Benchmark 11: what MIDI adds to canon's callback: the ports with nothing to do, and with messages in every period."""

import os
import re
import tempfile
from collections import namedtuple
from statistics import median

from .failure import Failed
from .players.canon import Canon
from .programs import Program
from .rounds import measure
from .server import ENVIRONMENT, Server
from .stems import Stems
from .table import number, spread, table
from .verdict import cost_cell, noise_of

TITLE = "11. MIDI: what it adds to canon's callback, six stems, 48 kHz, period 64"
COUNT, SECONDS = 6, 8
FEWEST_CALLS = 10_000  # of which the median is taken
PAIRS = 8  # of programs: where a program happens to lie in memory makes a difference
GOAL = 0.3  # microseconds

# What the pad sends in each period, and canon's map; no map for canon without --midi.
Case = namedtuple("Case", "title messages map")

NOISE = Case("canon once more, without MIDI", "0", None)
IDLE = Case("`control_in`, nothing comes", "0", "")
CASES = [
    NOISE, IDLE,
    Case("`control_in`, `clock_out` and `lights_out`, nothing comes", "0", "clock = []\nlights = []\n"),
    Case("a controller in each period that nothing is bound to", "1 176 20 64", ""),
    Case("a pad in each period that starts a stem on its frame", "1 144 100 127", '[note]\n100 = "start s0002 now"\n'),
    Case("16 such pads in each period", "16 144 100 127", '[note]\n100 = "start s0002 now"\n'),
]


def run(context):
    stems = Stems(context, COUNT, SECONDS)
    results = measure(context.rounds, CASES, lambda case: added(context, stems, case), lambda case: case.title)
    noise = noise_of(results.values(NOISE, float))

    def cell(case):
        values = results.values(case, float)
        return results.reason(case) or (spread(values) if case is NOISE else cost_cell(values, noise))

    lines = table(
        ["canon with", "microseconds that the callback takes more than without MIDI"], [[case.title, cell(case)] for case in CASES])
    return lines + [
        "", f"The first row is this machine's noise: {number(noise)} µs. Freewheel: one cycle follows the other, some twenty times as fast as "
        "in real time, so a message in each cycle is some ten thousand a second. Medians of each callback's duration.",
        "", context.judge.cost(f"MIDI with nothing to do adds at most {GOAL} µs", results.values(IDLE, float), GOAL, noise)]


def added(context, stems, case):
    """The microseconds of the callback above that of canon without MIDI, which plays in the same server at the same time."""
    with Server(context), tempfile.TemporaryDirectory() as folder:
        pad = Program([context.client("midipad"), *case.messages.split()], ENVIRONMENT)
        try:
            pad.wait_for(lambda line: line == "ready", 10)
            os.mkdir(folder + "/canon")
            if case.map:
                with open(folder + "/canon/midi.toml", "w") as file:
                    file.write(case.map)
            return median(difference(context, stems, folder, case, number) for number in range(PAIRS))
        finally:
            pad.stop()


def difference(context, stems, configuration, case, number):
    """The median duration of the callback minus that without MIDI: in freewheel, where one cycle follows the other, both in each cycle."""
    own, plain = Measured(context, "own", configuration), Measured(context, "plain", configuration)
    with own.player, plain.player:
        # Neither always comes first in the graph.
        for one in (own, plain) if number % 2 else (plain, own):
            one.start(stems, ("--midi",) if one is own and case.map is not None else ())
        own.player.freewheel(context.seconds(1.5), plain.player.outputs)
    return own.median() - plain.median()


class Measured:
    """canon whose callback's durations are counted."""

    def __init__(self, context, name, configuration):
        self.player = Canon(context, name)
        self._configuration = configuration
        self._counter = context.client("callbacktime.so")
        self._path = os.path.join(configuration, name)

    def start(self, stems, options):
        self.player.start(
            stems, 60, ("--no-resume", *options), configuration=self._configuration,
            environment={"LD_PRELOAD": self._counter, "CALLBACK_TIME": self._path})
        self.player.check_sound(stems)

    def median(self):
        """In microseconds, once the program has ended."""
        try:
            with open(self._path) as file:
                calls, middle = re.fullmatch(r"calls (\d+) median (\S+)\n", file.read()).groups()
        except OSError as reason:
            raise Failed(f"the callback's time was not written: {reason}")
        os.unlink(self._path)
        if int(calls) < FEWEST_CALLS:
            raise Failed(f"only {calls} cycles")
        return float(middle)
