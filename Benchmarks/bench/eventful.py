"""Benchmark 12: scores in which something happens, into a sound file; and how the seconds grow with stems, minutes and events."""

import os
from collections import namedtuple
from math import log10

from .offline import compare, pairs, time_it
from .renderers import clear
from .rounds import measure
from .server import RATE
from .stems import Stems
from .table import middle, number, spread, table
from .verdict import ratio_cell

TITLE = "12. Offline, eventful: WAV stems to 32-bit float WAV"
BEAT, BAR = RATE // 2, 2 * RATE  # 120 beats a minute, 4/4
RAMP, SHORTEST = RATE * 5 // 1000, RATE // 1000  # canon's: of a gain or a start, of a mute
TOLERANCE = 1e-3  # a stem that is missing, or has another gain, is several times that
C, CANON = "C, AVX2, two threads", "canon"

# A score: commands of canon, and the same as lines for fastrender.c.
Score = namedtuple("Score", "title interval write")
Work = namedtuple("Work", "score stems loop minutes")
Case = namedtuple("Case", "work program")


def nothing(stems, frames):
    return [], []


def gains(interval, together=1):
    """A new gain for one stem after the other, or for several on one frame; all stems sound."""
    def write(stems, frames):
        commands, lines, turn = [], [], 0
        for frame in range(interval, frames, interval):
            for _ in range(together):
                number, factor = turn % stems.count, 10 ** (-(1 + turn % 7) / 20)
                decibels = stems.decibels() + 20 * log10(factor)
                commands.append(f"@{frame} gain s{number + 1:04} {decibels:.9f} now")
                lines.append(f"{frame} {number} {factor:.9g} {RAMP}")
                turn += 1
        return commands, lines
    return write


def presses(stems, frames):
    """On each bar one stem is muted, and the one before is pressed, so that it is heard again."""
    commands, lines = [], []
    for bar, frame in enumerate(range(BAR, frames, BAR)):
        number, last = 1 + bar % (stems.count - 1), 1 + (bar - 1) % (stems.count - 1)
        if bar > 0:
            commands.append(f"@{frame} press s{last + 1:04} now")
            lines.append(f"{frame} {last} 1 {0 if frame % stems.loop == 0 else RAMP}")
        commands.append(f"@{frame} mute s{number + 1:04} now")
        lines.append(f"{frame} {number} 0 {SHORTEST}")
    return commands, lines


NOTHING = Score("nothing changes", None, nothing)
BEATS = Score("a gain change each beat", BEAT, gains(BEAT))
BARS = Score("a gain change each bar", BAR, gains(BAR))
MANY = Score("16 gain changes each beat", BEAT, gains(BEAT, 16))
PRESSES = Score("a press and a mute each bar", BAR, presses)

LONG, SHORT = 24, 8  # seconds of a loop
STILL, EACH_BEAT, EACH_BAR = (Work(score, 64, LONG, 10) for score in (NOTHING, BEATS, PRESSES))
STANDARD = Work(BEATS, 64, SHORT, 10)
GROWTH = [
    Work(BEATS, 16, SHORT, 10), STANDARD, Work(BEATS, 256, SHORT, 10), Work(BEATS, 64, SHORT, 2), Work(BEATS, 64, SHORT, 30),
    Work(BARS, 64, SHORT, 10), Work(MANY, 64, SHORT, 10)]
WORKS = [STILL, EACH_BEAT, EACH_BAR, *GROWTH]
GOALS = {STILL: 1.5, EACH_BEAT: 1.1, EACH_BAR: 1.1}


def run(context):
    cases = [Case(work, program) for work in WORKS for program in (CANON, C)]
    checked = set()
    results = measure(
        context.rounds, cases, lambda case: measured(context, case, checked), lambda case: f"{case.program}: {title(case.work)}")

    def cells(work, program):
        case = Case(work, program)
        return results.reason(case) or spread(results.values(case, lambda sample: sample.wall))

    def compared(work):
        return pairs(results, Case(work, CANON), Case(work, C))

    heads = ["score", "canon: seconds", f"{C}: seconds", "times C"]
    lines = table(heads, [
        [title(work), cells(work, CANON), cells(work, C), ratio_cell(compared(work), 0)] for work in GOALS])
    if context.is_quick:
        lines += ["", "With `--quick` a fifth of the minutes."]
    lines += ["", f"Where nothing changes, C is the one that streams: it keeps no stem in memory. {LONG} s a loop; 120 beats a minute, 4/4.", ""]
    for work, limit in GOALS.items():
        lines += [context.judge.ratio(f"{work.score.title}: at most {limit} times C", compared(work), limit), ""]

    def growth(work, program):
        return ratio_cell(pairs(results, Case(work, program), Case(STANDARD, program)), 0) if work != STANDARD else "1"

    lines += [f"Growth, with loops of {SHORT} s:", ""]
    return lines + table(
        [*heads, "canon: times the row in bold", "C: times the row in bold"],
        [[f"**{title(work)}**" if work == STANDARD else title(work), cells(work, CANON), cells(work, C), ratio_cell(compared(work), 0),
          growth(work, CANON), growth(work, C)] for work in GROWTH])


def title(work):
    return f"{work.stems} stems, {work.minutes} min, {work.score.title}"


def measured(context, case, checked):
    work = case.work
    seconds = round(work.minutes * 60 / (5 if context.is_quick else 1))
    stems = Stems(context, work.stems, work.loop, kind="wav")
    output = os.path.join(context.folder, "eventful.wav")
    clear(output)
    sample = time_it(command(context, case.program, work, stems, seconds, output))
    if work not in checked and case.program == CANON and not context.without_avx2:
        reference = os.path.join(context.folder, "eventful-c.wav")
        time_it(command(context, C, work, stems, seconds, reference))
        compare(context, reference, output, seconds, TOLERANCE)
        clear(reference)
        checked.add(work)
    clear(output)
    return sample


def command(context, program, work, stems, seconds, output):
    path = os.path.join(context.folder, f"eventful-{WORKS.index(work)}")
    write(path, work, stems, seconds)
    if program == CANON:
        return [context.canon, "render", stems.set_folder(bases=1), "--score", path + ".score", "-o", output]
    if work.score is NOTHING:
        return [context.avx2_client("faststream"), output, str(seconds), repr(stems.gain), *stems.files]
    return [context.avx2_client("fastrender"), output, str(seconds), repr(stems.gain), path + ".lines", *stems.files]


def write(path, work, stems, seconds):
    frames = seconds * RATE
    commands, lines = work.score.write(stems, frames)
    with open(path + ".score", "w") as file:
        file.write("\n".join(["@0 start all now", *commands, f"@{frames} quit"]) + "\n")
    with open(path + ".lines", "w") as file:
        file.writelines(line + "\n" for line in lines)
