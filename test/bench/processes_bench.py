"""The processes of root's hpdld for run_bench.py: what a request and the processes cost beside a server of one user."""

import http.client
import statistics
import time
from base64 import b64encode
from pathlib import Path

from accounts import FRONT, STORE, AccountsTest
from served import HPDLD


def request_times(server, count):
    """Milliseconds of a request over a connection that stays, by a caller who has a cookie."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=600)

    def ask(fields):
        begin = time.perf_counter()
        connection.request("GET", "/oozie/v2/admin/status", headers=fields)
        reply = connection.getresponse()
        reply.read()
        if reply.status != 200:
            raise RuntimeError(f"status {reply.status}")
        return (time.perf_counter() - begin) * 1000, reply

    word = b64encode(b"ann:pw-ann").decode()
    cookie = ask({"Authorization": f"Basic {word}"})[1].getheader("set-cookie").split(";")[0]
    return [ask({"Cookie": cookie})[0] for _ in range(count)]


def private(pid):
    """MiB of a process that it shares with no other."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(("Private_Clean", "Private_Dirty"))) / 1024


def measure(count, rounds):
    """Milliseconds of a request at root's server and at one user's, the least median of rounds in turn; then MiB of the
    front and the store."""
    test = AccountsTest()
    test.setUp()
    try:
        test.begin()
        root = test.server
        test.serve("--local", "--site", test.site(), "--one-user", program=HPDLD, state=test.sandbox.path("one"))
        one, test.server = test.server, root
        test.addCleanup(one.end)
        ours, peer = [], []
        for _ in range(rounds):
            ours.append(statistics.median(request_times(root, count)))
            peer.append(statistics.median(request_times(one, count)))
        memory = private(test.children_of_root("--serve-front")[FRONT]) + private(test.children_of_root("--serve-store")[STORE])
        return min(ours), min(peer), memory
    finally:
        test.doCleanups()
