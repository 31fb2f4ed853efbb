"""Ports of the loopback for servers of tests that cannot choose one themselves."""

import atexit
import random
import socket

# A name for each port that this process was given. No other process can have a name as long as this one lives.
_kept = []


@atexit.register
def _give_back():
    """Closed by hand: Python would warn of each behind the line that ends a test's output."""
    for name in _kept:
        name.close()


def free_ports(count):
    """Ports that are free, all different. Until this process ends no other test is given one of them.

    They lie below those that the system gives to connections: a daemon that starts, or starts again,
    much later finds its port free.
    """
    ports = []
    while len(ports) < count:
        port = random.randrange(12000, 32000)
        name = socket.socket(socket.AF_UNIX)
        try:
            name.bind(f"\0hpdl-test-port-{port}")
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            name.close()
            continue
        _kept.append(name)
        ports.append(port)
    return ports


def free_port():
    """One such port."""
    return free_ports(1)[0]
