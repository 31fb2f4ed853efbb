"""An SMTP server that stops at one step of its first conversation, so that a test can kill the client there."""

import email
import re
import socket
import threading


class StepServer:
    """Serves later conversations to their ends. `step`: one of STEPS; END is the end of the message.
    `answered`: stop after the answer to it is on its way, else before."""

    STEPS = ("CONNECT", "EHLO", "MAIL", "RCPT", "DATA", "END")
    ANSWERS = {"CONNECT": "220 peer", "EHLO": "250 peer", "MAIL": "250 ok", "RCPT": "250 ok", "DATA": "354 go on",
               "END": "250 taken", "QUIT": "221 bye"}

    def __init__(self, step, answered):
        self.step, self.answered = step, answered
        self.reached, self.released = threading.Event(), threading.Event()
        self.messages = []
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.thread = threading.Thread(target=self.serve, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.released.set()
        self.socket.shutdown(socket.SHUT_RDWR)
        self.thread.join(120)
        self.socket.close()

    def go_on(self):
        self.released.set()

    def ids(self):
        """Message-IDs of what came to its end, answered or not."""
        return [email.message_from_string(text)["message-id"] for text in self.messages]

    def serve(self):
        while True:
            try:
                connection = self.socket.accept()[0]
            except OSError:
                return
            with connection, connection.makefile("rwb") as file:
                try:
                    self.converse(file)
                except OSError:
                    pass  # the client is dead

    def answer(self, file, step):
        stops = step == self.step and not self.reached.is_set()
        if stops and not self.answered:
            self.stop()
            return False
        file.write(self.ANSWERS[step].encode() + b"\r\n")
        file.flush()
        if stops:
            self.stop()
            return False
        return True

    def stop(self):
        self.reached.set()
        self.released.wait(60)

    def converse(self, file):
        if not self.answer(file, "CONNECT"):
            return
        while line := file.readline():
            word = re.split(r"[ :\r]", line.decode().upper())[0]
            if not self.answer(file, word):
                return
            if word == "DATA":
                text = self.read_message(file)
                if text is None:
                    return
                unanswered = self.step == "END" and not self.answered and not self.reached.is_set()
                if not unanswered:
                    self.messages.append(text)
                if not self.answer(file, "END"):
                    return

    @staticmethod
    def read_message(file):
        lines = []
        while (line := file.readline()) != b".\r\n":
            if not line:
                return None
            lines.append(line.decode())
        return "".join(lines)
