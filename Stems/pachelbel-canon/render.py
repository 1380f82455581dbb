#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Render the stems of Canon in D from score.toml.

    python3 render.py            render every stem to <id>.flac
    python3 render.py --check    verify the FLAC files and set.toml as they are

The score is turned into one MIDI file per part, which fluidsynth plays with
the FluidR3 soundfont several times over.  One repeat from the middle is kept,
so that releases and reverberation which run past the end of the loop are
heard at its beginning.  A repeat is kept only if the repeat after it is the
same, sample for sample; otherwise the script stops.

Requires Python 3.11 (standard library only), fluidsynth and flac.
"""

import argparse
import array
import hashlib
import math
import re
import struct
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOUNDFONT = "/usr/share/sounds/sf2/FluidR3_GM.sf2"

RATE = 48000
CHANNELS = 2
LOOP_FRAMES = 1_152_000         # 8 bars of 4/4 at 80 beats per minute
BLOCK = 64                      # fluidsynth renders in blocks of this size
REPEATS = 7
CANDIDATES = range(1, 5)        # repeats which may be kept, counted from 0
TICKS_PER_BEAT = 480
SYNTH_GAIN = 2.5

LENGTHS = {"w": 4.0, "h": 2.0, "q": 1.0, "e": 0.5, "s": 0.25}
SEMITONES = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
VELOCITIES = {"pp": 46, "p": 56, "mp": 66, "mf": 78, "f": 90, "ff": 104}


def fail(message):
    sys.exit(f"render.py: {message}")


def decibels(value):
    return 20 * math.log10(value) if value > 0 else -math.inf


# ---------------------------------------------------------------- the score

def pitch_number(name):
    match = re.fullmatch(r"([A-G])([#b]?)(\d)", name)
    if not match:
        fail(f"bad pitch {name!r}")
    letter, sign, octave = match.groups()
    return 12 * (int(octave) + 1) + SEMITONES[letter] + {"#": 1, "b": -1, "": 0}[sign]


def parse_notes(part, bars):
    """Return [(start, length, pitch)] in beats; check that every bar is full."""
    notes = []
    written = [bar.split() for bar in part["notes"].split("|")]
    if len(written) != bars:
        fail(f"{part['id']}: {len(written)} bars written, {bars} expected")
    for number, bar in enumerate(written):
        time = 4.0 * number
        for token in bar:
            name, _, length = token.partition("/")
            if not length or length[0] not in LENGTHS or length[1:] not in ("", "."):
                fail(f"{part['id']}: bad note {token!r}")
            beats = LENGTHS[length[0]] * (1.5 if length.endswith(".") else 1.0)
            if name != "-":
                notes.append((time, beats, pitch_number(name)))
            time += beats
        if time != 4.0 * (number + 1):
            fail(f"{part['id']}: bar {number + 1} does not hold four beats")
    return notes


def load_score():
    with open(HERE / "score.toml", "rb") as file:
        score = tomllib.load(file)
    beats = 4 * score["bars"]
    if beats * 60 * RATE != LOOP_FRAMES * score["tempo"] or LOOP_FRAMES % BLOCK:
        fail("the loop length does not agree with the tempo and the bar count")
    for part in score["part"]:
        part["events"] = parse_notes(part, score["bars"])
    return score


def chord_tones(name):
    root = pitch_number(re.match(r"[A-G][#b]?", name).group() + "4") % 12
    third = 3 if name.endswith("m") else 4
    return {root, (root + third) % 12, (root + 7) % 12}


def check_harmony(score):
    """Check every part against the ground, and every pair of parts.

    On each chord change a note must belong to the chord, be a suspension
    (the same pitch before, one step down after), or be D over the bass note
    F sharp, which Pachelbel treats as the chord of D in first inversion.
    A semitone, major seventh or minor ninth between two parts may last an
    eighth note at most (a passing note), and a sixteenth on a chord change.
    """
    beats = 4 * score["bars"]
    chords = score["harmony"].replace("|", " ").split()
    if len(chords) * 2 != beats:
        fail("one chord per half bar is required")
    problems = []
    grids = {}
    for part in score["part"]:
        grid = [None] * (beats * 4)             # one entry per sixteenth
        for start, length, pitch in part["events"]:
            for step in range(int(start * 4), int((start + length) * 4)):
                grid[step] = pitch
        grids[part["id"]] = grid
        for half, chord in enumerate(chords):
            pitch = grid[half * 8]
            if pitch is None or pitch % 12 in chord_tones(chord):
                continue
            if chord == "F#m" and pitch % 12 == 2:
                continue
            later = next((p for p in grid[half * 8:half * 8 + 9] if p not in (None, pitch)), None)
            if grid[half * 8 - 1] == pitch and later is not None and 1 <= pitch - later <= 2:
                continue
            problems.append(f"{part['id']}: beat {half * 2} is foreign to {chord}")
    names = list(grids)
    for i, first in enumerate(names):
        for second in names[i + 1:]:
            run = 0
            strong = False
            for step in range(beats * 4 + 1):
                pair = (None, None)
                if step < beats * 4:
                    pair = (grids[first][step], grids[second][step])
                if None not in pair and abs(pair[0] - pair[1]) % 12 in (1, 11):
                    strong = strong or step % 8 == 0
                    run += 1
                    continue
                if run > 2 or (strong and run > 1):
                    problems.append(f"{first} and {second} clash before beat {step / 4}")
                run, strong = 0, False
    return problems


# ---------------------------------------------------------------- MIDI

def variable_length(value):
    data = [value & 0x7F]
    while value := value >> 7:
        data.append(0x80 | value & 0x7F)
    return bytes(reversed(data))


def ticks(beats):
    return round(beats * TICKS_PER_BEAT)


def note_velocity(part, marks, start, pitch):
    """Dynamics by bar, a light metrical accent, and a little with the pitch."""
    bar = int(start // 4)
    position = start / 4 - bar
    level = marks[bar] * (1 - position) + marks[(bar + 1) % len(marks)] * position
    beat = start % 4
    accent = 5 if beat == 0 else 3 if beat == 2 else 0 if beat % 1 == 0 else -4 if beat % 0.5 == 0 else -7
    middle = sum(p for _, _, p in part["events"]) / len(part["events"])
    return max(1, min(120, round(level + accent + 0.2 * (pitch - middle))))


def midi_file(score, part):
    """Return the bytes of a format 0 MIDI file which plays the part REPEATS times."""
    beats = 4 * score["bars"]
    marks = [VELOCITIES[mark] for mark in part["dynamics"].replace("|", " ").split()]
    if len(marks) != score["bars"]:
        fail(f"{part['id']}: one dynamic mark per bar is required")
    events = []         # (tick, order, bytes): note offs first, then controllers, then notes

    def add(beat, order, *data):
        events.append((max(0, ticks(beat)), order, bytes(data)))

    for channel, layer in enumerate(part["layer"]):
        add(0, 1, 0xC0 | channel, layer["program"])
        for controller, value in ((7, layer["volume"]), (10, 64), (91, layer["room"]), (93, 0)):
            add(0, 1, 0xB0 | channel, controller, value)
        # The SoundFont standard: NRPN 120 changes the generator named by its
        # low byte (8 is the filter cutoff, 38 the release time of the volume
        # envelope), here in units of two cents around 8192.
        for generator, cents in ((8, -layer.get("soften", 0)), (38, -layer.get("damp", 0))):
            value = 8192 + cents // 2
            for controller, data in ((99, 120), (98, generator), (38, value & 0x7F), (6, value >> 7)):
                add(0, 1, 0xB0 | channel, controller, data)

    notes = part["events"]
    for repeat in range(REPEATS):
        origin = repeat * beats
        for index, (start, length, pitch) in enumerate(notes):
            following = notes[(index + 1) % len(notes)]
            sounding = length * part["connect"]
            if following[2] == pitch:               # leave room for a new bow stroke
                sounding = min(sounding, length - 0.08)
            velocity = note_velocity(part, marks, start, pitch)
            for channel, layer in enumerate(part["layer"]):
                begin = origin + start - layer.get("lead", 0) * score["tempo"] / 60_000
                add(begin, 2, 0x90 | channel, pitch, velocity)
                add(begin + sounding, 0, 0x80 | channel, pitch, 0)
                # Swell: a gentle rise and fall of the expression controller.
                steps = int(length * 8) if length >= 1 else 1
                for step in range(steps):
                    phase = (step + 0.5) / steps
                    shape = math.sin(math.pi * phase ** 0.8) if steps > 1 else 0.7
                    value = round(112 + part["swell"] * 14 * (shape - 0.7))
                    add(origin + start + step / 8, 1, 0xB0 | channel, 11, value)

    track = bytearray()
    track += b"\x00\xff\x51\x03" + (60_000_000 // score["tempo"]).to_bytes(3, "big")
    now = 0
    for tick, _, data in sorted(events, key=lambda event: event[:2]):
        track += variable_length(tick - now) + data
        now = tick
    track += variable_length(ticks((REPEATS + 0.5) * beats) - now) + b"\xff\x2f\x00"
    return (b"MThd" + struct.pack(">IHHH", 6, 0, 1, TICKS_PER_BEAT)
            + b"MTrk" + struct.pack(">I", len(track)) + bytes(track))


# ---------------------------------------------------------------- rendering

def run(command, **options):
    try:
        return subprocess.run(command, check=True, capture_output=True, **options).stdout
    except FileNotFoundError:
        fail(f"{command[0]} is not installed")
    except subprocess.CalledProcessError as error:
        fail(f"{command[0]} failed:\n{error.stderr.decode(errors='replace')}")


def synthesise(score, part, soundfont, folder):
    """Play the part and return its repeats, but the last, as floating-point samples."""
    midi = folder / f"{part['id']}.mid"
    raw = folder / f"{part['id']}.raw"
    settings = folder / "settings"
    midi.write_bytes(midi_file(score, part))
    settings.write_text("")                 # ignore the user's own settings file
    room = score["room"]
    run(["fluidsynth", "-ni", "-q", "-f", str(settings), "-R", "1", "-C", "0",
         "-r", str(RATE), "-g", str(SYNTH_GAIN), "-z", str(BLOCK),
         "-o", "synth.cpu-cores=1", "-o", "synth.polyphony=1024",
         "-o", f"synth.reverb.room-size={room['size']}",
         "-o", f"synth.reverb.damp={room['damp']}",
         "-o", f"synth.reverb.width={room['width']}",
         "-o", f"synth.reverb.level={room['level']}",
         "-O", "float", "-T", "raw", "-F", str(raw), soundfont, str(midi)])
    data = array.array("f", raw.read_bytes())   # in the byte order of the machine
    raw.unlink()
    size = LOOP_FRAMES * CHANNELS
    if len(data) < (REPEATS - 1) * size:
        fail(f"{part['id']}: fluidsynth wrote too few frames")
    return [data[number * size:(number + 1) * size] for number in range(REPEATS - 1)]


def quantise(samples, trim, width):
    """Apply the trim and the stereo width, and round to 16 bits."""
    factor = 10 ** (trim / 20) * 32768
    near, far = factor * (1 + width) / 2, factor * (1 - width) / 2
    result = array.array("h", bytes(2 * len(samples)))
    left, right = samples[0::2], samples[1::2]
    try:
        result[0::2] = array.array("h", [round(near * a + far * b) for a, b in zip(left, right)])
        result[1::2] = array.array("h", [round(near * b + far * a) for a, b in zip(left, right)])
    except OverflowError:
        fail("the stem clips; lower its trim")
    return result


def choose_repeat(part, width, repeats):
    """Return the 16-bit samples of the first repeat which equals the next one.

    The 16-bit samples must be equal without exception.  The synthesiser's own
    output is equal too, except for the last bits of its reverberation, whose
    slow modulation is computed in floating point.  Those differences must stay
    below one step of 24 bits; now and then one of them tips the rounding of a
    16-bit sample, and then the next repeat is tried.
    """
    attempts = []
    samples = None
    for number in CANDIDATES:
        rounding = max(abs(a - b) for a, b in zip(repeats[number], repeats[number + 1]))
        if samples is None:
            samples = quantise(repeats[number], part["trim"], width)
        following = quantise(repeats[number + 1], part["trim"], width)
        if samples == following and rounding < 2 ** -23:
            peak = max(max(samples), -min(samples)) / 32768
            print(f"{part['id']}: repeats {number + 1} and {number + 2} are identical "
                  f"({decibels(rounding):.0f} dBFS before rounding to 16 bits); "
                  f"peak {decibels(peak):.2f} dBFS")
            return samples
        count = sum(a != b for a, b in zip(samples, following))
        attempts.append(f"repeats {number + 1} and {number + 2} differ in {count} samples "
                        f"({decibels(rounding):.0f} dBFS before rounding to 16 bits)")
        samples = following
    fail(f"{part['id']}: no two repeats are identical:\n  " + "\n  ".join(attempts))


def little_endian(samples):
    if sys.byteorder == "big":
        samples = samples[:]
        samples.byteswap()
    return samples.tobytes()


def encode(samples, path):
    run(["flac", "--silent", "--force", "--best", "--exhaustive-model-search", "--no-padding",
         "--force-raw-format", "--endian=little", "--sign=signed", f"--channels={CHANNELS}",
         "--bps=16", f"--sample-rate={RATE}", "-o", str(path), "-"], input=little_endian(samples))


def render(soundfont, only):
    if not Path(soundfont).is_file():
        fail(f"no soundfont at {soundfont}")
    score = load_score()
    problems = check_harmony(score)
    if problems:
        fail("the score has clashes:\n  " + "\n  ".join(problems))
    print("score: harmony and pairs of parts verified")
    with tempfile.TemporaryDirectory() as name:
        for part in score["part"]:
            if only and part["id"] not in only:
                continue
            repeats = synthesise(score, part, soundfont, Path(name))
            samples = choose_repeat(part, score["room"]["stage"], repeats)
            encode(samples, HERE / f"{part['id']}.flac")


# ---------------------------------------------------------------- checking

def decode(path):
    """Verify the stream properties and return interleaved 16-bit samples."""
    header = path.read_bytes()[:42]
    if header[:4] != b"fLaC" or header[4] & 0x7F != 0:
        fail(f"{path.name}: not a FLAC file")
    packed = int.from_bytes(header[18:26], "big")
    rate, channels = packed >> 44, (packed >> 41 & 7) + 1
    bits, frames = (packed >> 36 & 31) + 1, packed & (1 << 36) - 1
    if (rate, channels, bits, frames) != (RATE, CHANNELS, 16, LOOP_FRAMES):
        fail(f"{path.name}: {rate} Hz, {channels} channels, {bits} bits, {frames} frames")
    data = run(["flac", "--silent", "--decode", "--stdout", "--force-raw-format",
                "--endian=little", "--sign=signed", str(path)])
    if hashlib.md5(data).digest() != header[26:42]:
        fail(f"{path.name}: the decoded samples do not match the stored MD5")
    samples = array.array("h", data)
    if sys.byteorder == "big":
        samples.byteswap()
    return samples


def pan_factors(pan):
    left = 1.0 if pan <= 0 else math.cos(abs(pan) * math.pi / 2)
    right = 1.0 if pan >= 0 else math.cos(abs(pan) * math.pi / 2)
    return left, right


def check():
    with open(HERE / "set.toml", "rb") as file:
        stems = tomllib.load(file)["stem"]
    score = load_score()
    problems = check_harmony(score)
    if [stem["id"] for stem in stems] != [part["id"] for part in score["part"]]:
        problems.append("set.toml and score.toml list different stems")
    print(f"{'stem':10} {'gain':>6} {'pan':>6} {'peak':>8} {'rms':>8} {'at gain':>8}  {'seam':>5} {'usual':>6}")
    sides = [[], []]
    total = 0
    for stem in stems:
        path = HERE / stem["file"]
        samples = decode(path)
        total += path.stat().st_size
        peak = max(max(samples), -min(samples)) / 32768
        rms = math.sqrt(sum(x * x for x in samples) / len(samples)) / 32768
        seam, usual = 0, 0
        for side in range(CHANNELS):
            channel = samples[side::CHANNELS]
            factor = 10 ** (stem["gain"] / 20) * pan_factors(stem["pan"])[side] / 32768
            sides[side].append([x * factor for x in channel])
            seam = max(seam, abs(channel[0] - channel[-1]))
            near = channel[-480:], channel[:480]
            usual = max([usual] + [abs(b - a) for part in near for a, b in zip(part, part[1:])])
        print(f"{stem['id']:10} {stem['gain']:6.1f} {stem['pan']:6.2f} {decibels(peak):8.2f} "
              f"{decibels(rms):8.2f} {decibels(rms) + stem['gain']:8.2f}  {seam:5d} {usual:6d}")
        if not -6.5 <= decibels(peak) <= -2.5:
            problems.append(f"{stem['id']}: peak {decibels(peak):.2f} dBFS")
        if seam > usual:
            problems.append(f"{stem['id']}: a step of {seam} at the seam")
    mix = worst = 0.0
    for channels in sides:
        for values in zip(*channels):
            whole = sum(values)
            above = sum(value for value in values if value > 0)
            mix = max(mix, abs(whole))
            # The loudest subset at this instant holds every sample of one sign.
            worst = max(worst, above, above - whole)
    print(f"all stems together: peak {decibels(mix):.2f} dBFS")
    print(f"loudest of all subsets: peak {decibels(worst):.2f} dBFS")
    print(f"size of the stems: {total / 1e6:.2f} MB")
    if not -3 <= decibels(mix) <= -1:
        problems.append("the mix does not peak between -3 and -1 dBFS")
    if worst >= 1:
        problems.append("a subset of the stems clips")
    if total > 12e6:
        problems.append("the stems exceed 12 MB")
    if problems:
        fail("check failed:\n  " + "\n  ".join(problems))
    print("check passed")


def main():
    parser = argparse.ArgumentParser(description="Render the stems of Canon in D from score.toml.")
    parser.add_argument("--check", action="store_true", help="verify the files without rendering")
    parser.add_argument("--soundfont", default=SOUNDFONT, help="default: %(default)s")
    parser.add_argument("stems", nargs="*", help="ids of the stems to render (default: all)")
    options = parser.parse_args()
    if options.check:
        check()
    else:
        render(options.soundfont, options.stems)


if __name__ == "__main__":
    main()
