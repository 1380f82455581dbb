"""The private JACK server: jackd with the dummy backend, under its own name."""

import glob
import os
import shutil
import signal
import time

from . import programs
from .failure import Failed
from .programs import Program

RATE = 48000
PERIOD = 64
MOST_PORTS = 4096  # jackd's limit
NAME = f"canon-bench-{os.getpid()}"
ENVIRONMENT = {"JACK_DEFAULT_SERVER": NAME, "JACK_NO_START_SERVER": "1"}


class Server:
    """A server for one measurement, so that no program is affected by the one before.

    It has real-time scheduling if the user may use it, because without it other programs cause xruns. The last line of the
    report says whether it had it.
    """

    is_realtime = None

    def __init__(self, context):
        self._ports = context.client("ports")

    def __enter__(self):
        clear_metadata()
        ways = (True, False) if Server.is_realtime is None else (Server.is_realtime,)
        for realtime in ways:
            self._run(realtime, RATE)
            if self._answers() and not (realtime and self._was_denied()):
                Server.is_realtime = realtime
                return self
            self._program.stop()
        raise Failed("jackd does not start: " + self._program.last_words())

    def _run(self, realtime, rate):
        self._program = Program(
            ["jackd", "-n", NAME, "--port-max", str(MOST_PORTS), "-R" if realtime else "-r",
             "-d", "dummy", "-r", str(rate), "-p", str(PERIOD)])

    # MARK: faults

    def kill(self):
        self._program.signal(signal.SIGKILL)
        self._program.wait(5)

    def start(self, rate=RATE):
        """Starts it again after `kill()`, and waits until it answers."""
        self._run(Server.is_realtime, rate)
        if not self._answers():
            raise Failed("jackd does not start again: " + self._program.last_words())

    def pause(self, seconds):
        self._program.signal(signal.SIGSTOP)
        time.sleep(seconds)
        self._program.signal(signal.SIGCONT)

    def __exit__(self, *_):
        self._program.stop()
        # Clients that were killed leave semaphores with this server's name.
        for path in glob.glob(f"/dev/shm/jack_sem.*_{NAME}_*"):
            os.remove(path)

    def _answers(self):
        end = time.monotonic() + 10
        while time.monotonic() < end and self._program.is_running():
            try:
                programs.output_of([self._ports], limit=5, environment=ENVIRONMENT)
                return True
            except Failed:
                time.sleep(0.1)
        return False

    def _was_denied(self):
        return any("Cannot use real-time scheduling" in line for line in self._program.heard())


def clear_metadata():
    """Removes JACK's property database if no server runs. Clients that were killed leave it full (BDB2034), and each later
    client reports that."""
    for path in glob.glob("/proc/[0-9]*/comm"):
        try:
            with open(path) as file:
                if file.read().strip() in ("jackd", "jackdbus"):
                    return
        except OSError:
            continue
    shutil.rmtree(f"/dev/shm/jack_db-{os.getuid()}", ignore_errors=True)


def version():
    return next(iter(programs.output_of(["jackd", "--version"]).strip().splitlines()[-1:]), "jackd")
