"""A program of Hadoop Pipes, without its C++ library: the tests' own, run by tasks.

It counts words, or sums the numbers that a Java mapper passes on; where it is to read for itself it only counts the
bytes of its splits. `own.partition` and `own.fail` are properties of the job for it.
"""

import base64
import hmac
import os
import socket
import struct
import sys

START, SET_JOB_CONF, SET_INPUT_TYPES, RUN_MAP, MAP_ITEM = 0, 1, 2, 3, 4
RUN_REDUCE, REDUCE_KEY, REDUCE_VALUE, CLOSE, ABORT, AUTHENTICATION_REQ = 5, 6, 7, 8, 9, 10
OUTPUT, PARTITIONED_OUTPUT, STATUS, PROGRESS, DONE = 50, 51, 52, 53, 54
REGISTER_COUNTER, INCREMENT_COUNTER, AUTHENTICATION_RESP = 55, 56, 57
BYTES, KEYS = 0, 1


class Link:
    """The connection to the task: numbers and strings as Hadoop writes them."""

    def __init__(self, port, secret):
        self.stream = socket.create_connection(("127.0.0.1", port)).makefile("rwb")
        self.secret = secret

    def exact(self, size):
        data = self.stream.read(size)
        if len(data) < size:
            sys.exit("the task is gone")
        return data

    def number(self):
        first = struct.unpack("b", self.exact(1))[0]
        if first >= -112:
            return first
        size = -112 - first if first >= -120 else -120 - first
        value = int.from_bytes(self.exact(size), "big")
        return value if first >= -120 else ~value

    def string(self):
        return self.exact(self.number())

    def send(self, code, *values):
        self.put(code)
        for value in values:
            self.put(value)

    def put(self, value):
        if isinstance(value, float):
            self.stream.write(struct.pack(">f", value))
        elif isinstance(value, bytes):
            self.put(len(value))
            self.stream.write(value)
        elif -112 <= value <= 127:
            self.stream.write(struct.pack("b", value))
        else:
            left = value if value >= 0 else ~value
            data = left.to_bytes((left.bit_length() + 7) // 8, "big")
            self.stream.write(struct.pack("b", (-112 if value >= 0 else -120) - len(data)) + data)

    def digest(self, data):
        return base64.b64encode(hmac.new(self.secret, data, "sha1").digest())

    def authenticate(self):
        digest, challenge = self.string(), self.string()
        if not hmac.compare_digest(digest, self.digest(challenge)):
            sys.exit("the task does not know the secret")
        self.send(AUTHENTICATION_RESP, self.digest(digest))
        self.stream.flush()


class Task:
    def __init__(self, link):
        self.link, self.conf, self.reduces = link, {}, 0
        self.key, self.sum = None, 0

    def begin(self):
        for which, name in ((BYTES, b"BYTES"), (KEYS, b"KEYS")):
            self.link.send(REGISTER_COUNTER, which, b"own", name)
        self.link.send(STATUS, b"at work")
        self.link.send(PROGRESS, 0.5)

    def emit(self, key, value):
        if self.conf.get(b"own.partition") == b"true":
            self.link.send(PARTITIONED_OUTPUT, len(key) % self.reduces, key, value)
        else:
            self.link.send(OUTPUT, key, value)

    def run_map(self):
        """True if the task is done with this: nobody passes records to it."""
        split = self.link.string()
        self.reduces, passed = self.link.number(), self.link.number()
        if self.conf.get(b"own.fail") == b"true":
            sys.exit("told to fail")
        self.begin()
        if passed:
            return False
        # The file's name and its length in two bytes, then where the split begins and how long it is.
        start, length = struct.unpack(">qq", split[-16:])
        self.link.send(INCREMENT_COUNTER, BYTES, length)
        self.emit(split[:-16] + b" %d" % start, b"1")
        return True

    def run_reduce(self):
        self.link.number()
        self.passes_on = self.link.number()
        self.begin()

    def end_key(self):
        if self.key is not None:
            self.link.send(INCREMENT_COUNTER, KEYS, 1)
            if self.passes_on:
                self.link.send(OUTPUT, self.key, b"%d" % self.sum)
        self.sum = 0

    def map_item(self):
        self.link.string()  # where the line begins
        for word in self.link.string().split():
            self.emit(word, b"1")

    def reduce_key(self):
        self.end_key()
        self.key = self.link.string()

    def reduce_value(self):
        self.sum += int(self.link.string())

    def read_conf(self):
        words = [self.link.string() for _ in range(self.link.number())]
        self.conf = dict(zip(words[::2], words[1::2]))

    def run(self):
        steps = {AUTHENTICATION_REQ: self.link.authenticate, START: self.link.number, SET_JOB_CONF: self.read_conf,
                 SET_INPUT_TYPES: lambda: (self.link.string(), self.link.string()) and None, RUN_MAP: self.run_map,
                 MAP_ITEM: self.map_item, RUN_REDUCE: self.run_reduce, REDUCE_KEY: self.reduce_key,
                 REDUCE_VALUE: self.reduce_value, CLOSE: lambda: True, ABORT: lambda: sys.exit("aborted")}
        while True:
            code = self.link.number()
            if steps[code]() is True:
                break
        self.end_key()
        self.link.send(DONE)
        self.link.stream.flush()


def main():
    with open(os.environ["hadoop.pipes.shared.secret.location"], "rb") as file:
        secret = file.read()
    Task(Link(int(os.environ["mapreduce.pipes.command.port"]), secret)).run()


if __name__ == "__main__":
    main()
