"""Ports of the loopback for servers of tests."""

import random
import socket


def free_ports(count):
    """Ports that were free a moment ago, all different.

    They lie below those that the system gives to connections: a daemon that starts, or starts again,
    much later finds its port free.
    """
    sockets = []
    while len(sockets) < count:
        each = socket.socket()
        try:
            each.bind(("127.0.0.1", random.randrange(12000, 32000)))
        except OSError:
            each.close()
            continue
        sockets.append(each)
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def free_port():
    """One such port."""
    return free_ports(1)[0]
