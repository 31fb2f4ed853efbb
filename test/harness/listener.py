"""What the HTTP peers of tests have in common: a port on the loopback, and a thread for each connection."""

import socket
import ssl
import threading


class Listener:
    """`talk(connection)` of the subclass has a connection to its end. `gone` is set by close()."""

    def __init__(self, port=0, tls=None):
        self.lock = threading.Lock()
        self.gone = threading.Event()
        self.listener = socket.create_server(("127.0.0.1", port), backlog=256)
        self.port = self.listener.getsockname()[1]
        self.context = None
        if tls:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(*tls)
        threading.Thread(target=self.accept, daemon=True).start()

    def url(self, path="", scheme="http", host="127.0.0.1"):
        return f"{scheme}://{host}:{self.port}/{path}"

    def close(self):
        if not self.gone.is_set():
            self.gone.set()
            self.listener.shutdown(socket.SHUT_RDWR)  # wakes accept(), which would go on with what gets its number
            self.listener.close()

    def accept(self):
        while not self.gone.is_set():
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        try:
            if self.context:
                connection = self.context.wrap_socket(connection, server_side=True)
            with connection:
                self.talk(connection)
        except OSError:
            pass  # the other side went away, as some tests want, or did not trust this one
