"""A player as the benchmarks use it: started with stems, it plays all of them and names the ports that carry the mix."""

import re
import time

from .. import programs
from ..cores import on_one_core
from ..failure import Failed
from ..server import ENVIRONMENT, PERIOD, RATE
from ..stems import MARK


class Player:
    """One run of a program. Subclasses start it and detect when it plays."""

    title = "?"
    streams_from_disk = False
    # Two output ports that carry the mix.
    outputs = ()

    def __init__(self, context):
        self.context = context
        self.program = None

    def start(self, stems, limit):
        """Returns the seconds from the program's start until it reports that all stems play."""
        raise NotImplementedError

    def start_again(self, stems, limit):
        """Starts it after it was killed, so that it goes on as far as it can."""
        return self.start(stems, limit)

    def settle(self):
        """Returns once it has made all its ports, which may come behind the first sound. Must be called once at most."""

    def stop(self):
        if self.program:
            self.program.stop()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stem_outputs(self, stems):
        """The ports of single stems, if there are any."""
        return []

    # MARK: measuring

    def heard_stems(self, stems):
        """The number of stems that are heard, from the mean of the output over whole loops."""
        frames = max(1, round(1 / stems.seconds)) * stems.loop
        said = self._probe("heard", str(frames), *self.outputs)
        left, right = (float(re.search(side + r" (\S+)", said)[1]) for side in ("left", "right"))
        return [value / (MARK * stems.gain) for value in (left, right)]

    def check_sound(self, stems, patience=10):
        """Fails if the program does not play all stems, not even after some seconds: it may begin with some of them while it loads the others."""
        end = time.monotonic() + patience
        while True:
            heard = self.heard_stems(stems)
            if all(abs(value - stems.count) <= 0.4 for value in heard):
                return
            if time.monotonic() > end:
                raise Failed(f"{heard[0]:.1f} and {heard[1]:.1f} of {stems.count} stems are heard")
            time.sleep(0.05)

    def freewheel(self, seconds, ports=()):
        """Microseconds per cycle of the whole graph without waiting for the clock."""
        with on_one_core():
            said = self._probe("freewheel", f"{seconds:g}", *self.outputs, *ports)
        return float(re.search(r"microseconds (\S+)", said)[1])

    def realtime(self, seconds, ports=()):
        """CPU microseconds per cycle of this program, xruns, and the server's load in per cent."""
        before = self.program.cpu_seconds()
        start = time.monotonic()
        said = self._probe("realtime", f"{seconds:g}", *self.outputs, *ports)
        used = self.program.cpu_seconds() - before
        cycles = (time.monotonic() - start) * RATE / PERIOD
        _, xruns, load = (float(text) for text in re.findall(r"[\d.]+", said))
        return used * 1e6 / cycles, int(xruns), load

    def _probe(self, name, *words):
        if not self.program.is_running():
            raise Failed(self.program.last_words())
        return programs.output_of([self.context.client(name), *words], environment=ENVIRONMENT)
