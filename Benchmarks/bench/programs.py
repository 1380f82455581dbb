"""Starts programs, reads their output and their CPU time, and ends them in all cases."""

import os
import queue
import shutil
import signal
import subprocess
import threading
import time

from .failure import Absent, Failed

running = []


def find(name):
    """The path of an installed program."""
    path = shutil.which(name)
    if not path:
        raise Absent
    return path


class Program:
    """A child process in its own session, whose output is read line by line."""

    def __init__(self, words, environment=None, folder=None):
        self.name = os.path.basename(words[0])
        self.said = []
        self.all_said = []
        self._lines = queue.Queue()
        self.started = time.monotonic()
        self._child = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace", env=dict(os.environ, **(environment or {})), cwd=folder, start_new_session=True)
        self.pid = self._child.pid
        running.append(self)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self._child.stdout:
            self.all_said.append(line.rstrip("\n"))
            self._lines.put((time.monotonic(), line.rstrip("\n")))
        self._lines.put((time.monotonic(), None))

    def wait_for(self, matches, limit):
        """Waits for a line that matches; returns the seconds since the start."""
        end = time.monotonic() + limit
        while True:
            try:
                when, line = self._lines.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise Failed(f"not ready after {limit:g} s") from None
            if line is None:
                self._lines.put((when, None))
                raise Failed(self.last_words())
            self.said = self.said[-20:] + [line]
            if matches(line):
                return when - self.started

    def heard(self):
        """The last lines of its output."""
        while not self._lines.empty():
            when, line = self._lines.get()
            if line is None:
                self._lines.put((when, None))
                break
            self.said = self.said[-20:] + [line]
        return self.said

    def last_words(self):
        """How it ended: its own message if it has one."""
        words = next((line.strip() for line in reversed(self.heard()) if line.strip()), "no message")
        return f"{self.name} ended: {words[:200]}"

    def is_running(self):
        return self._child.poll() is None

    def say(self, line):
        try:
            self._child.stdin.write(line + "\n")
            self._child.stdin.flush()
        except (BrokenPipeError, OSError):
            raise Failed(self.last_words()) from None

    def signal(self, number):
        self._child.send_signal(number)

    def cpu_seconds(self):
        """The CPU time of all its threads so far, including those that have ended, in seconds with nanosecond resolution."""
        clock = (~self.pid << 3) | 2  # what clock_getcpuclockid(3) would give
        return time.clock_gettime(clock)

    def resident_bytes(self):
        with open(f"/proc/{self.pid}/status") as file:
            for line in file:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) * 1024
        raise Failed("no VmRSS")

    def wait(self, limit):
        try:
            return self._child.wait(limit)
        except subprocess.TimeoutExpired:
            return None

    def stop(self, limit=5):
        for number in (signal.SIGTERM, signal.SIGKILL):
            if not self.is_running():
                break
            self._child.send_signal(number)
            self.wait(limit)
        if self in running:
            running.remove(self)


def stop_all():
    for program in reversed(list(running)):
        program.stop()


def output_of(words, limit=120, environment=None):
    """The output of a short program."""
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, timeout=limit, env=dict(os.environ, **(environment or {})))
    except subprocess.TimeoutExpired:
        raise Failed(f"{os.path.basename(words[0])}: no end after {limit:g} s") from None
    if done.returncode != 0:
        lines = (done.stderr.strip() or done.stdout.strip() or f"status {done.returncode}").splitlines()
        raise Failed(f"{os.path.basename(words[0])}: {lines[-1][:200]}")
    return done.stdout
