"""The context of every benchmark: options, the work folder, the compiled clients."""

import glob
import os
import platform
import subprocess
import tempfile
from dataclasses import dataclass, field

from .failure import Failed, Skipped
from .verdict import Judge

# The yardstick's flags; the other clients have those of the platform, on x86-64 SSE2.
AVX2 = ["-march=x86-64-v3", "-ffp-contract=off"]
HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


@dataclass
class Context:
    canon: str
    rounds: int
    is_quick: bool
    folder: str = field(default_factory=lambda: tempfile.mkdtemp(prefix="canon-bench-"))
    # Why the programs for AVX2 cannot run here.
    without_avx2: str = None

    @property
    def judge(self):
        return Judge(self.is_quick, self.rounds)

    def client(self, name):
        """The path of one of the compiled C programs."""
        return os.path.join(self.folder, "clients", name)

    def avx2_client(self, name):
        """The path of one of the C programs that need AVX2."""
        if self.without_avx2:
            raise Skipped(self.without_avx2)
        return self.client(name)

    def seconds(self, usual):
        """The seconds to measure; a fifth of the usual number with --quick."""
        return usual / 5 if self.is_quick else usual

    def compile_clients(self):
        os.makedirs(os.path.join(self.folder, "clients"), exist_ok=True)
        flags = subprocess.check_output(
            ["pkg-config", "--cflags", "--libs", "jack", "sndfile"], text=True).split()
        for source in sorted(glob.glob(os.path.join(HERE, "clients", "*.c"))):
            self._compile(source, "", [*flags, "-lm", "-lpthread"])
        for source in sorted(glob.glob(os.path.join(HERE, "clients", "preload", "*.c"))):
            self._compile(source, ".so", ["-shared", "-fPIC"])
        self.without_avx2 = None if has_avx2() else "this processor has no AVX2"
        for source in sorted(glob.glob(os.path.join(HERE, "clients", "avx2", "*.c"))):
            if self.without_avx2:
                break
            try:
                self._compile(source, "", [*AVX2, *flags, "-lm", "-lpthread"])
            except Failed as failed:
                self.without_avx2 = f"not compiled: {str(failed).splitlines()[-1][:200]}"

    def _compile(self, source, ending, flags):
        name = os.path.basename(source)[:-2]
        done = subprocess.run(
            ["cc", "-std=gnu11", "-O3", "-o", self.client(name + ending), source, *flags],
            capture_output=True, text=True)
        if done.returncode != 0:
            raise Failed(f"{name}.c does not compile:\n{done.stderr}")


def has_avx2():
    if platform.machine() != "x86_64":
        return False
    with open("/proc/cpuinfo") as file:
        return any(line.startswith("flags") and "avx2" in line.split() for line in file)


def available_memory():
    """The bytes that new programs can use without swapping."""
    with open("/proc/meminfo") as file:
        for line in file:
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    return 0
