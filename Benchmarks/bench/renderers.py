"""The command of each program for the same task: 64 files, looped, mixed with one gain, as 32-bit float WAV."""

import os
import subprocess
import sys

from .failure import Absent
from .players.ecasound import OPTIONS, chains
from .programs import find
from .server import RATE

SCORE = "score.txt"


def prepare(context, stems, seconds):
    """Writes canon's score: the base plays from the start, and all others join on the first frame."""
    with open(os.path.join(context.folder, SCORE), "w") as file:
        file.write(f"@0 start all now\n@{seconds * RATE} quit\n")


def clear(path):
    if os.path.exists(path):
        os.remove(path)


def canon(context, stems, seconds, output):
    return [context.canon, "render", stems.set_folder(bases=1), "--score",
            os.path.join(context.folder, SCORE), "-o", output]


def c_limit(context, stems, seconds, output):
    return [context.client("loopmix"), output, str(seconds), repr(stems.gain), *stems.files]


def c_streaming(context, stems, seconds, output):
    return [context.avx2_client("faststream"), output, str(seconds), repr(stems.gain), *stems.files]


def sox(context, stems, seconds, output):
    inputs = [word for path in stems.files for word in ("-v", repr(stems.gain), path)]
    return [find("sox"), "-V1", "-m", *inputs, "-e", "floating-point", "-b", "32", output,
            "repeat", str(round(seconds / stems.seconds) - 1)]


def ffmpeg_loops_first(context, stems, seconds, output):
    """Each stem loops and all are mixed throughout, as in a sequencer."""
    loop = f"aloop=loop=-1:size={stems.frames}"
    looped = "".join(f"[{i}]{loop}[s{i}];" for i in range(stems.count))
    return _ffmpeg(stems, seconds, output, looped + "".join(f"[s{i}]" for i in range(stems.count)) + _mix(stems))


def ffmpeg_mixes_first(context, stems, seconds, output):
    """One loop is mixed, and the mix is looped."""
    return _ffmpeg(stems, seconds, output, _mix(stems) + f",aloop=loop=-1:size={stems.frames}")


def _mix(stems):
    return f"amix=inputs={stems.count}:normalize=0,volume={stems.gain!r}"


def _ffmpeg(stems, seconds, output, graph):
    inputs = [word for path in stems.files for word in ("-i", path)]
    return [find("ffmpeg"), "-v", "error", "-nostdin", "-y", *inputs, "-filter_complex", graph,
            "-t", str(seconds), "-c:a", "pcm_f32le", output]


def ecasound(context, stems, seconds, output):
    return [find("ecasound"), *OPTIONS, "-q", "-B:nonrt", "-b:4096", *chains(stems), "-a:all", f"-o:{output}",
            f"-t:{seconds}"]


def numpy(context, stems, seconds, output):
    script = os.path.join(os.path.dirname(__file__), "numpymix.py")
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import numpy, soundfile"], capture_output=True).returncode == 0:
            return [python, script, output, str(seconds), repr(stems.gain), *stems.files]
    raise Absent


RENDERERS = {
    "C limit": c_limit,
    "canon": canon,
    "C, AVX2, streaming": c_streaming,
    "sox": sox,
    "ffmpeg, looping then mixing": ffmpeg_loops_first,
    "ffmpeg, mixing then looping": ffmpeg_mixes_first,
    "numpy": numpy,
    "ecasound": ecasound,
}
