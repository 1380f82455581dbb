"""Benchmark 1: the cost of a cycle with 64 stereo stems at a period of 64 frames."""

from collections import namedtuple

from . import cost
from .players.canon import Canon
from .players.ecasound import Ecasound
from .players.plain import Empty, Fast, Mix, MixWithStemPorts
from .players.scsynth import Scsynth
from .players.sooperlooper import SooperLooper
from .rounds import measure
from .stems import Stems
from .table import middle, number, spread, table
from .verdict import cost_cell, ratio_cell

TITLE = "1. Live: 64 stereo stems, 48 kHz, period 64"
COUNT, SECONDS = 64, 8
MOST_OF_FAST, MOST_OF_PLAIN = 1.1, 1.3

Case = namedtuple("Case", "title player connected")

EMPTY = Case("empty C client", Empty, False)
FAST = Case("C client, AVX2", Fast, False)
PLAIN = Case("plain C client, SSE2", Mix, False)
PLAIN_PORTS = Case("plain C client, SSE2, 128 stem ports connected", MixWithStemPorts, True)
CANON = Case("canon, stem ports not connected", Canon, False)
CANON_PORTS = Case("canon, 128 stem ports connected", Canon, True)
# Those that are compared are neighbours, so that they are measured one after the other.
CASES = [
    EMPTY, FAST, CANON, PLAIN, CANON_PORTS, PLAIN_PORTS, Case("scsynth", Scsynth, False),
    Case("ecasound", Ecasound, False), Case("SooperLooper", SooperLooper, False)]
HEADS = [
    "program", "freewheel: µs a cycle above the empty client", "times the AVX2 client", "times the SSE2 client",
    "real time: CPU µs a cycle above the empty client", "times the AVX2 client", "times the SSE2 client", "CPU of one core", "xruns",
    "rounds"]


def run(context):
    stems = Stems(context, COUNT, SECONDS)
    results = measure(
        context.rounds, CASES, lambda case: cost.measured(context, case.player, stems, case.connected),
        lambda case: case.title)
    noises = cost.noises(results.values(EMPTY, lambda sample: sample))
    lines = table(HEADS, [row(results, case, noises) for case in CASES])
    empty = [value for case in CASES for value in results.values(case, lambda sample: sample.empty_freewheel)]
    lines += [
        "", f"A cycle of the whole graph with the empty client: {spread(empty)} µs in freewheel. Noise, which is the cost of the empty client "
        f"above itself: {number(noises[0])} µs in freewheel, {number(noises[1])} µs in real time. Rows with stem ports are compared "
        "with the plain client that has them too."]
    for case, other, limit in (
            (CANON, FAST, MOST_OF_FAST), (CANON, PLAIN, MOST_OF_PLAIN), (CANON_PORTS, PLAIN_PORTS, MOST_OF_PLAIN)):
        lines += ["", context.judge.ratio(
            f"{case.title}: at most {limit} times the {other.title}", pairs(results, case, other, cost.freewheel_above), limit,
            noises[0])]
    return lines


def pairs(results, case, other, what):
    return results.paired(case, other, lambda sample, beside: (what(sample), what(beside)))


def row(results, case, noises):
    reason = results.reason(case)
    if reason:
        return [case.title, reason, "", "", "", "", "", "", "", 0]
    plain = PLAIN_PORTS if case.connected else PLAIN
    cells = [case.title]
    for what, noise in zip((cost.freewheel_above, cost.cpu_above), noises):
        costs = results.values(case, what)
        cells.append(spread(costs) if case is EMPTY else cost_cell(costs, noise))
        for other in (FAST, plain):
            is_compared = case not in (EMPTY, other) and not (case.connected and other is FAST)
            cells.append(ratio_cell(pairs(results, case, other, what), noise) if is_compared else "–")
    return cells + [
        f"{number(middle(results.values(case, cost.cpu_share)))} %",
        round(middle(results.values(case, lambda sample: sample.xruns))), results.count(case)]
