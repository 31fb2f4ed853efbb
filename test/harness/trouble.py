"""Relays that disturb one call: what can go wrong between a program and an HTTP service, each by its name.

A call is known by relay, method, operation and how many like it came before, so that calls at the same time do not
change places. `DisturbingRelay.arm()` says which call of which relay is disturbed, and how; the rest goes through.
"""

import contextlib
import http.client
import random
import re
import select
import socket
import struct
import threading
import time
import urllib.parse
from collections import Counter

from http_peer import HttpPeer, Reply
from relay import SKIPPED, Relay

MOST_SECONDS = 120  # that a client may wait for an answer before it counts as one that hangs
SHORT = 0.3        # a delay that no time limit of these tests minds
RESET = struct.pack("ii", 1, 0)  # of SO_LINGER: closing sends no end, but a reset


def operation_of(method, path):
    """What a call is about, without names and ids that differ from run to run."""
    url = urllib.parse.urlsplit(path)
    query = urllib.parse.parse_qs(url.query)
    if "op" in query:
        return f"{method} {query['op'][0]}"
    named = re.sub(r"(application|job|container|appattempt)_[0-9_]+|\d{7}-\d+-[\w-]+", "ID", url.path)
    named = re.sub(r"hpdl-[0-9a-f]{32}", "TAG", named)
    words = [name if name not in ("action", "states") else f"{name}={values[0].partition(',')[0]}"
             for name, values in sorted(query.items()) if name in ("action", "applicationTags", "states", "external-id")]
    return f"{method} {named}" + (f" {' '.join(words)}" if words else "")


class Call:
    """The n-th call of its sort (from 1) that a relay carries."""

    def __init__(self, relay, operation, number):
        self.relay, self.operation, self.number = relay, operation, number

    @property
    def key(self):
        return self.relay, self.operation, self.number

    def __eq__(self, other):
        return self.key == other.key

    def __hash__(self):
        return hash(self.key)

    def __repr__(self):
        return f"{self.relay}: {self.operation} #{self.number}"


class Exchange:
    """One request under way, for a trouble to act on."""

    def __init__(self, relay, handler, body):
        self.relay, self.handler, self.body = relay, handler, body
        self.client = handler.connection
        self.passed_on = False

    def pass_on(self):
        """Lets the service have it; the reply: status, headers, content."""
        self.passed_on = True
        with self.relay.plan.answer_timed():
            return self.relay.forward(self.handler, self.body)

    def answer(self, status, headers, content):
        self.client.sendall(self.text(status, headers, content))

    def text(self, status, headers, content):
        """The bytes of a reply."""
        names = {name.lower() for name, _ in headers}
        rows = list(headers) + ([] if "content-length" in names else [("Content-Length", str(len(content)))])
        head = "".join(f"{name}: {value}\r\n" for name, value in rows)
        return f"HTTP/1.1 {status} {http.client.responses.get(status, 'Status')}\r\n{head}\r\n".encode() + content

    def reset(self):
        """The other side gets a reset, and not an end."""
        self.client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self.client.close()

    def until_client_goes(self):
        """Says nothing until the client has had enough."""
        until_gone(self.client, self.relay.plan)

    def half_of_the_request(self):
        """The service gets a request that breaks off."""
        self.passed_on = True
        host, _, port = self.relay.upstream.rpartition(":")
        lines = "".join(f"{name}: {value}\r\n" for name, value in self.handler.headers.items())
        whole = f"{self.handler.command} {self.handler.path} HTTP/1.1\r\n{lines}\r\n".encode() + self.body
        half = len(whole) - (len(self.body) + 1) // 2 if self.body else len(whole) // 2
        with socket.create_connection((host, int(port)), timeout=MOST_SECONDS) as upstream:
            upstream.sendall(whole[:half])
            time.sleep(0.01)  # time: the reset may take it back, which is as good
            upstream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)


def until_gone(client, plan):
    """Waits until a client closes its connection, and complains if it does not."""
    end = time.monotonic() + MOST_SECONDS
    while time.monotonic() < end:
        readable, _, _ = select.select([client], [], [], 0.2)
        try:
            if readable and not client.recv(65536):
                return
        except OSError:
            return
    plan.complain(f"the client waited for {MOST_SECONDS} s")


def noise(count, seed=7):
    return random.Random(seed).randbytes(count)


# ---- What can happen to a call. Each returns whether the connection may go on.

def late(x):
    """A delay within every limit."""
    time.sleep(SHORT)  # time: the delay is the trouble
    x.answer(*x.pass_on())
    return True


def silence(x):
    x.until_client_goes()


def answer_withheld(x):
    x.pass_on()
    x.until_client_goes()


def drip(x):
    """An answer that never ends, line by line, faster than a limit between bytes would notice."""
    end = time.monotonic() + MOST_SECONDS
    x.client.sendall(b"HTTP/1.1 200 OK\r\n")
    while time.monotonic() < end:
        x.client.sendall(b"X-Slow: yes\r\n")
        time.sleep(0.05)
    x.relay.plan.complain(f"the client took drops for {MOST_SECONDS} s")


def reset_before(x):
    x.reset()


def reset_in_the_middle(x):
    x.half_of_the_request()
    x.reset()


def reset_after(x):
    x.pass_on()
    x.reset()


def closed_before(_):
    """Ended without a word."""


def closed_after(x):
    x.pass_on()


def cut(x):
    """The reply ends in its middle: in the body if it has one, else in the head."""
    status, headers, content = x.pass_on()
    text = x.text(status, headers, content)
    x.client.sendall(text[:len(text) - (len(content) + 1) // 2] if content else text[:len(text) // 2])


def status_of(status, passed_on=False, **headers):
    def act(x):
        if passed_on:
            x.pass_on()
        x.answer(status, [(name.replace("_", "-"), value) for name, value in headers.items()], b"not now\n")
        return True
    return act


def garbage(x):
    x.client.sendall(noise(300))


def garbage_after(x):
    x.pass_on()
    x.client.sendall(noise(300))


def garbage_body(x):
    """Somebody else answers, well to look at."""
    x.answer(200, [("Content-Type", "application/json")], noise(40))
    return True


def garbage_body_after(x):
    """What was to come back is damaged on the way; the length stays, where there is one."""
    status, headers, content = x.pass_on()
    headers = [(name, value) for name, value in headers if name.lower() != "content-length"]
    x.answer(status, headers, noise(len(content) or 20))
    return True


def redirect(status, where):
    def act(x):
        x.answer(status, [("Location", where(x))], b"")
        return True
    return act


TROUBLES = {
    "late": late, "silence": silence, "answer withheld": answer_withheld, "drip": drip,
    "reset before": reset_before, "reset in the middle": reset_in_the_middle, "reset after": reset_after,
    "closed before": closed_before, "closed after": closed_after, "cut": cut,
    "500": status_of(500), "500 after": status_of(500, True), "503": status_of(503),
    "503 with Retry-After": status_of(503, Retry_After="1"), "429": status_of(429),
    "429 with Retry-After": status_of(429, Retry_After="1"), "garbage": garbage, "garbage after": garbage_after,
    "garbage body": garbage_body, "garbage body after": garbage_body_after,
    "redirect to nowhere": redirect(307, lambda x: f"http://127.0.0.1:{x.relay.closed_port}{x.handler.path}"),
    "redirect to itself": redirect(307, lambda x: f"http://{x.relay.address}{x.handler.path}"),
    "redirect elsewhere": redirect(307, lambda x: x.relay.stranger.url("page")),
    "redirect to a file": redirect(307, lambda x: "file:///etc/passwd"),
}
# What says nothing about whether the request was carried out, or that it was not and may be later.
PASSING = ("silence", "answer withheld", "reset before", "reset in the middle", "reset after", "closed before",
           "closed after", "cut", "500", "500 after", "503", "503 with Retry-After", "429", "429 with Retry-After",
           "garbage", "garbage after")
# libcurl sends a request again by itself if a kept connection ends before the reply begins.
SENT_AGAIN = ("reset before", "reset in the middle", "reset after", "closed before", "closed after")
REDIRECTS = tuple(name for name in TROUBLES if name.startswith("redirect"))


class Stranger(HttpPeer):
    """A server that has nothing to do with it, where wrong redirects lead to."""

    def __init__(self):
        super().__init__(lambda request: Reply(200, b"<html>Welcome</html>", {"Content-Type": "text/html"}))


class Plan:
    """What several relays do in one run: which call is disturbed, and whether those after it are too."""

    def __init__(self, table):
        self.table = table
        self.lock = threading.Lock()
        self.clear()

    def complain(self, text):
        """What must not be, seen by a relay."""
        with self.lock:
            self.complaints.append(text)

    def clear(self, call=None, trouble=None, onwards=False):
        """Begins anew; without a call nothing is disturbed."""
        with self.lock:
            self.call, self.trouble, self.onwards = call, trouble, onwards
            self.counts, self.calls, self.hits, self.complaints = Counter(), [], 0, []
            self.answers = []  # [when the service was asked, when it answered or None]

    @contextlib.contextmanager
    def answer_timed(self):
        with self.lock:
            answers, times = self.answers, [time.monotonic(), None]
            answers.append(times)
        try:
            yield
        finally:
            times[1] = time.monotonic()

    def slowest_answer(self):
        """Seconds that the service itself took for an answer, or takes already."""
        with self.lock:
            return max(((end or time.monotonic()) - begin for begin, end in self.answers), default=0)

    def calm(self):
        """From now on nothing is disturbed; what was seen stays."""
        with self.lock:
            self.call = None

    def trouble_at(self, relay, operation):
        """Counts a call; the trouble that it meets, or None."""
        with self.lock:
            self.counts[relay, operation] += 1
            call = Call(relay, operation, self.counts[relay, operation])
            self.calls.append(call)
            hit = self.call is not None and (call == self.call or (self.onwards and self.hits))
            self.hits += hit
            return self.table[self.trouble] if hit else None


class DisturbingRelay(Relay):
    """A relay named `name` that does what `plan` says."""

    def __init__(self, name, upstream, plan, stranger, closed_port, rewrite=None):
        self.name, self.plan, self.stranger, self.closed_port = name, plan, stranger, closed_port
        super().__init__(upstream, rewrite=rewrite)

    def carry(self, handler):
        body = self.body_of(handler)
        trouble = self.plan.trouble_at(self.name, operation_of(handler.command, handler.path))
        exchange = Exchange(self, handler, body)
        if trouble is None:
            exchange.answer(*exchange.pass_on())
            return True
        return bool(trouble(exchange))
