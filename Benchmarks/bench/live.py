"""Benchmark 1: the cost of a cycle with 64 stereo stems at a period of 64 frames."""

from collections import namedtuple

from . import cost
from .players.canon import Canon
from .players.ecasound import Ecasound
from .players.plain import Empty, Mix, MixWithStemPorts
from .players.scsynth import Scsynth
from .players.sooperlooper import SooperLooper
from .rounds import measure
from .stems import Stems
from .table import middle, number, spread, table, verdict

TITLE = "1. Live: 64 stereo stems, 48 kHz, period 64"
COUNT, SECONDS = 64, 8
GOAL = 1.3

Case = namedtuple("Case", "title player connected")

EMPTY = Case("empty C client", Empty, False)
PLAIN = Case("plain C client", Mix, False)
PLAIN_PORTS = Case("plain C client, 128 stem ports connected", MixWithStemPorts, True)
CANON = Case("canon, stem ports not connected", Canon, False)
CANON_PORTS = Case("canon, 128 stem ports connected", Canon, True)
CASES = [
    EMPTY, PLAIN, CANON, PLAIN_PORTS, CANON_PORTS, Case("scsynth", Scsynth, False),
    Case("ecasound", Ecasound, False), Case("SooperLooper", SooperLooper, False)]
HEADS = [
    "program", "freewheel: µs a cycle above the empty client", "times the plain C client",
    "real time: CPU µs a cycle above the empty client", "times the plain C client", "CPU of one core", "xruns",
    "rounds"]


def run(context):
    stems = Stems(context, COUNT, SECONDS)
    results = measure(
        context.rounds, CASES, lambda case: cost.measured(context, case.player, stems, case.connected),
        lambda case: case.title)
    lines = table(HEADS, [row(results, case) for case in CASES])
    empty = [value for case in CASES for value in results.values(case, lambda sample: sample.empty_freewheel)]
    lines += [
        "", f"A cycle of the whole graph with the empty client: {spread(empty)} µs in freewheel. The empty "
        "client's own row, above itself, shows what this machine's noise is. Rows with stem ports are compared "
        "with the plain client that has them too."]
    for case, plain in ((CANON, PLAIN), (CANON_PORTS, PLAIN_PORTS)):
        ratio = middle(ratios(results, case, plain, cost.freewheel_above))
        lines += ["", verdict(f"{case.title}: at most {GOAL} times the plain C client", ratio, GOAL)]
    return lines


def ratios(results, case, plain, what):
    """One ratio per round; none if noise makes the plain client cost nothing."""
    pairs = results.paired(case, plain, lambda sample, other: (what(sample), what(other)))
    return [a / b for a, b in pairs if b > 0]


def row(results, case):
    reason = results.reason(case)
    if reason:
        return [case.title, reason, "", "", "", "", "", 0]
    plain = PLAIN_PORTS if case.connected else PLAIN
    cells = [case.title]
    for what in (cost.freewheel_above, cost.cpu_above):
        ratio = "–" if case is EMPTY else number(middle(ratios(results, case, plain, what)))
        cells += [spread(results.values(case, what)), ratio]
    return cells + [
        f"{number(middle(results.values(case, cost.cpu_share)))} %",
        round(middle(results.values(case, lambda sample: sample.xruns))), results.count(case)]
