"""Benchmark 2: how the cost of a cycle grows with the number of stems at a period of 64 frames, and how many can play."""

from collections import namedtuple

from . import cost
from .players.canon import Canon
from .players.plain import Empty, Fast, Mix
from .rounds import measure
from .server import PERIOD, RATE
from .stems import Stems
from .table import middle, number, table
from .verdict import cost_cell, is_above, ratio_cell

TITLE = "2. From 6 to 4000 stems, 48 kHz, period 64"
SIZES = [6, 64, 256, 1000, 2000, 4000]
SECONDS = 0.25  # short, so that 4000 fit into memory
MOST_LOAD, MOST_STEMS = 70, 2000
MOST_OF_FAST = 1.1
MORE_CPU, CPU_SIZES = 2, (6, 64)  # microseconds a cycle
LARGEST_LOAD = 35  # with the largest size

Case = namedtuple("Case", "player size")
PLAYERS = [Fast, Canon, Mix]
EMPTY = Case(Empty, 6)
HEADS = [
    "stems", "program", "freewheel: µs a cycle above the empty client", "ns a stem and cycle", "times the AVX2 client",
    "times the SSE2 client", "real time: CPU µs a cycle above the empty client", "load", "xruns"]


def run(context):
    cases = [EMPTY, *(Case(player, size) for size in SIZES for player in PLAYERS)]
    results = measure(
        context.rounds, cases,
        lambda case: cost.measured(
            context, case.player, Stems(context, case.size, SECONDS), freewheel=1, realtime=5),
        lambda case: case.player.title if case is EMPTY else f"{case.player.title}, {case.size} stems")
    noises = cost.noises(results.values(EMPTY, lambda sample: sample))
    lines = table(HEADS, [row(results, Case(player, size), noises) for size in SIZES for player in PLAYERS])
    lines += ["", f"A cycle has {number(PERIOD / RATE * 1e6)} µs. Noise: {number(noises[0])} µs in freewheel, {number(noises[1])} µs in real "
              "time. Load is the server's own figure in real time; xruns are those of a run, in brackets those of the empty client just before."]
    for player in PLAYERS:
        lines += ["", largest(results, player)]
    return lines + [line for verdict in verdicts(context.judge, results, noises) for line in ("", verdict)]


def row(results, case, noises):
    reason = results.reason(case)
    if reason:
        return [case.size, case.player.title, reason, "", "", "", "", "", ""]
    costs = results.values(case, cost.freewheel_above)
    own = middle(costs)
    return [
        case.size, case.player.title, cost_cell(costs, noises[0]),
        number(own / case.size * 1000) if is_above(own, noises[0]) else "–",
        *("–" if case.player is player else ratio_cell(pairs(results, case, player, cost.freewheel_above), noises[0])
          for player in (Fast, Mix)),
        cost_cell(results.values(case, cost.cpu_above), noises[1]), f"{number(load(results, case))} %", xruns(results, case)]


def pairs(results, case, player, what):
    return results.paired(case, Case(player, case.size), lambda sample, other: (what(sample), what(other)))


def load(results, case):
    return middle(results.values(case, lambda sample: sample.load))


def xruns(results, case):
    """The median, and that of the empty client just before, because some xruns are the machine's own."""
    own = middle(results.values(case, lambda sample: sample.xruns))
    return f"{own:g} ({middle(results.values(case, lambda sample: sample.empty_xruns)):g})"


def more_xruns(results, case):
    return middle(results.values(case, lambda sample: sample.xruns - sample.empty_xruns))


def holds(results, case):
    if results.reason(case):
        return False
    return more_xruns(results, case) <= 0 and load(results, case) < MOST_LOAD


def most(results, player):
    """The largest size that passes. A smaller size that did not pass was disturbed by something else, because more stems are always more work."""
    return max((size for size in SIZES if holds(results, Case(player, size))), default=0)


def largest(results, player):
    """The largest size that passes, and why the next one does not."""
    size = most(results, player)
    end = "no limit was met"
    beyond = [larger for larger in SIZES if larger > size]
    if beyond:
        case = Case(player, beyond[0])
        end = f"at {case.size}: " + (
            results.reason(case) or f"load {number(load(results, case))} %, xruns {xruns(results, case)}")
    return f"{player.title}: {size} stems with no more xruns than the empty client and below {MOST_LOAD} % load; {end}."


def verdicts(judge, results, noises):
    size = most(results, Canon)
    yield judge.yes_or_no(
        f"canon plays {MOST_STEMS} stems with no more xruns than the empty client and below {MOST_LOAD} % load", size >= MOST_STEMS,
        f"Measured: {size}.")
    for size in SIZES:
        yield judge.ratio(
            f"canon, {size} stems: at most {MOST_OF_FAST} times the AVX2 client",
            pairs(results, Case(Canon, size), Fast, cost.freewheel_above), MOST_OF_FAST, noises[0])
    for size in CPU_SIZES:
        yield judge.more(
            f"canon, {size} stems: in real time at most {MORE_CPU} µs of CPU a cycle more than the AVX2 client",
            pairs(results, Case(Canon, size), Fast, cost.cpu_above), MORE_CPU, noises[1])
    case = Case(Canon, SIZES[-1])
    yield judge.value(
        f"canon, {case.size} stems: a load of at most {LARGEST_LOAD} %", results.values(case, lambda sample: sample.load), LARGEST_LOAD)
    if not results.reason(case):
        yield judge.yes_or_no(
            f"canon, {case.size} stems: no more xruns than the empty client", more_xruns(results, case) <= 0,
            f"Measured: {xruns(results, case)}.")
