"""WebHDFS of a file system that has nothing, for hpdld with thousands of paths to look for.

name_node.py   It prints its port, and for each line `count` of standard input how many requests there were. After a line
`add PATH` there is a file at this path, and a folder around it.
"""

import asyncio
import json
import sys
import threading
import urllib.parse


def response(status, value):
    body = json.dumps(value).encode()
    return (f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n").encode() + body


def status_of(name, kind):
    return {"accessTime": 0, "blockSize": 0, "group": "g", "length": 0, "modificationTime": 0, "owner": "o", "pathSuffix": name,
            "permission": "755", "replication": 0, "type": kind, "childrenNum": 0, "fileId": 1, "storagePolicy": 0}


NOTHING = response("404 Not Found", {"RemoteException": {"exception": "FileNotFoundException", "message": "File does not exist"}})


class Requests:
    def __init__(self):
        self.count = 0
        self.files = set()

    def answer(self, target):
        path, _, query = target.partition("?")
        path = urllib.parse.unquote(path.removeprefix("/webhdfs/v1")).rstrip("/")
        below = sorted(file.removeprefix(path + "/") for file in self.files if file.startswith(path + "/"))
        if path not in self.files and not below:
            return NOTHING
        if "op=LISTSTATUS" not in query:
            return response("200 OK", {"FileStatus": status_of("", "DIRECTORY" if below else "FILE")})
        rows = {name.split("/")[0]: status_of(name.split("/")[0], "DIRECTORY" if "/" in name else "FILE") for name in below}
        listing = {"FileStatus": list(rows.values())}
        if "LISTSTATUS_BATCH" in query:
            return response("200 OK", {"DirectoryListing": {"partialListing": {"FileStatuses": listing}, "remainingEntries": 0}})
        return response("200 OK", {"FileStatuses": listing})

    async def serve(self, reader, writer):
        try:
            while first := (await reader.readline()).decode().split():
                while (await reader.readline()).strip():
                    pass
                self.count += 1
                writer.write(self.answer(first[1]))
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
        for line in sys.stdin:
            if line.startswith("add "):
                requests.files.add(line.split()[1])
            else:
                print(requests.count, flush=True)
        loop.call_soon_threadsafe(loop.stop)
    threading.Thread(target=listen, daemon=True).start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except RuntimeError:
        pass  # standard input has ended
