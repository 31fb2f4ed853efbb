"""WebHDFS of a file system that has nothing, for hpdld with thousands of paths to look for.

name_node.py   It prints its port, and for each line of standard input how many requests there were.
"""

import asyncio
import json
import sys
import threading


class Requests:
    def __init__(self):
        self.count = 0

    async def serve(self, reader, writer):
        body = json.dumps({"RemoteException": {"exception": "FileNotFoundException", "message": "File does not exist"}}).encode()
        answer = (b"HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)) + body
        try:
            while (await reader.readline()).split():
                while (await reader.readline()).strip():
                    pass
                self.count += 1
                writer.write(answer)
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


async def main():
    requests = Requests()
    server = await asyncio.start_server(requests.serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    loop = asyncio.get_running_loop()

    def listen():
        for _ in sys.stdin:
            print(requests.count, flush=True)
        loop.call_soon_threadsafe(loop.stop)
    threading.Thread(target=listen, daemon=True).start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except RuntimeError:
        pass  # standard input has ended
