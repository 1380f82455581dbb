"""The cost of a player above an empty JACK client, which is measured just before it in the same server."""

from collections import namedtuple

from .players.plain import Empty
from .server import PERIOD, RATE, Server
from .verdict import noise_of

Sample = namedtuple("Sample", "freewheel empty_freewheel cpu empty_cpu xruns empty_xruns load")


def measured(context, player_type, stems, connected=False, freewheel=2, realtime=10):
    """Measures in freewheel mode and in real time, each for this number of seconds.

    With `connected`, the player's stem ports are connected too.
    """
    freewheel, realtime = context.seconds(freewheel), context.seconds(realtime)
    with Server(context):
        with Empty(context) as empty:
            empty.start(stems, 10)
            empty_freewheel = empty.freewheel(freewheel)
            empty_cpu, empty_xruns, _ = empty.realtime(realtime)
        with player_type(context) as player:
            player.start(stems, 120)
            if player_type is not Empty:
                player.check_sound(stems)
            player.settle()
            ports = player.stem_outputs(stems) if connected else []
            own_freewheel = player.freewheel(freewheel, ports)
            own_cpu, xruns, load = player.realtime(realtime, ports)
    return Sample(own_freewheel, empty_freewheel, own_cpu, empty_cpu, xruns, empty_xruns, load)


def freewheel_above(sample):
    """Microseconds per cycle above the empty client, in freewheel mode."""
    return sample.freewheel - sample.empty_freewheel


def cpu_above(sample):
    """CPU microseconds per cycle above the empty client, in real time."""
    return sample.cpu - sample.empty_cpu


def cpu_share(sample):
    """The share of one core in real time, in per cent."""
    return sample.cpu * RATE / PERIOD / 1e4


def noises(samples):
    """The noise of the costs above the empty client, from the samples of the empty client itself: in freewheel mode, and in real time."""
    return noise_of([freewheel_above(sample) for sample in samples]), noise_of([cpu_above(sample) for sample in samples])
