"""Benchmark 2: how many stems can play at a period of 64 frames, and how the cost grows with their number."""

from collections import namedtuple

from . import cost
from .players.canon import Canon
from .players.plain import Mix
from .rounds import measure
from .server import PERIOD, RATE
from .stems import Stems
from .table import middle, number, table

TITLE = "2. The most stems that play at period 64"
SIZES = [64, 128, 256, 512, 1000, 2000, 4000]
SECONDS = 0.25  # short, so that 4000 fit into memory
MOST_LOAD = 70
GOAL = 2000

Case = namedtuple("Case", "player size")
PLAYERS = [Mix, Canon]


def run(context):
    cases = [Case(player, size) for size in SIZES for player in PLAYERS]
    results = measure(
        context.rounds, cases,
        lambda case: cost.measured(
            context, case.player, Stems(context, case.size, SECONDS), freewheel=1, realtime=5),
        lambda case: f"{case.player.title}, {case.size} stems")
    heads = ["stems"]
    for player in PLAYERS:
        heads += [f"{player.title}: µs a cycle above the empty client", "µs for each stem", "load", "xruns"]
    rows = [[size] + [cell for player in PLAYERS for cell in cells(results, Case(player, size))]
            for size in SIZES]
    lines = table(heads, rows)
    lines += ["", f"A cycle has {number(PERIOD / RATE * 1e6)} µs. Load is the server's own figure in real time; "
              "xruns are those of a run, in brackets those of the empty client just before."]
    for player in PLAYERS:
        lines += ["", largest(results, player)]
    return lines


def cells(results, case):
    reason = results.reason(case)
    if reason:
        return [reason, "", "", ""]
    own = middle(results.values(case, cost.freewheel_above))
    return [
        number(own), number(own / case.size, 4), f"{number(load(results, case))} %",
        xruns(results, case)]


def load(results, case):
    return middle(results.values(case, lambda sample: sample.load))


def xruns(results, case):
    """The median, and that of the empty client just before, because some xruns are the machine's own."""
    own = middle(results.values(case, lambda sample: sample.xruns))
    return f"{own:g} ({middle(results.values(case, lambda sample: sample.empty_xruns)):g})"


def holds(results, case):
    if results.reason(case):
        return False
    more = middle(results.values(case, lambda sample: sample.xruns - sample.empty_xruns))
    return more <= 0 and load(results, case) < MOST_LOAD


def largest(results, player):
    """The largest size that passes, and why the next one does not. A smaller size that did not pass was disturbed by
    something else, because more stems are always more work."""
    most = max((size for size in SIZES if holds(results, Case(player, size))), default=0)
    end = "no limit was met"
    beyond = [size for size in SIZES if size > most]
    if beyond:
        case = Case(player, beyond[0])
        end = f"at {case.size}: " + (
            results.reason(case) or f"load {number(load(results, case))} %, xruns {xruns(results, case)}")
    goal = ""
    if player is Canon:
        goal = f" Goal: {GOAL}; {'reached' if most >= GOAL else '**missed**'}."
    return (f"{player.title}: {most} stems with no more xruns than the empty client and below {MOST_LOAD} % load; "
            f"{end}.{goal}")
