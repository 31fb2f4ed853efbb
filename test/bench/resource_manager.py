"""A resource manager's lists and applications, as a real one has answered them, for thousands of applications.

resource_manager.py PORT FILE   FILE: JSON with `app`, what the real one said of an application, and `ids` by tag
Of standard input, `end ID` ends an application. It prints `listed` after each list of the living.
"""

import asyncio
import json
import sys
import threading
import urllib.parse

LIVE = "ACCEPTED"


class Applications:
    def __init__(self, app, ids):
        self.app, self.ids = app, ids
        self.tags = {app_id: tag for tag, app_id in ids.items()}
        self.ended = set()

    def one(self, app_id):
        ended = app_id in self.ended
        return dict(self.app, id=app_id, applicationTags=self.tags[app_id], state="KILLED" if ended else LIVE,
                    finalStatus="KILLED" if ended else "UNDEFINED")

    def answer(self, target):
        """Status and JSON."""
        path, _, query = target.partition("?")
        parts = path.split("/")
        if len(parts) == 6 and parts[5] in self.tags:
            return 200, {"app": self.one(parts[5])}
        if not path.endswith("/apps"):
            return 404, {"RemoteException": {"exception": "NotFoundException", "message": target}}
        asked = urllib.parse.parse_qs(query)
        ids = [self.ids[tag] for tag in asked["applicationTags"][0].split(",") if tag in self.ids]
        states = asked.get("states", [""])[0]
        found = [self.one(app_id) for app_id in ids
                 if not states or ("KILLED" if app_id in self.ended else LIVE) in states.split(",")]
        if LIVE in states and len(ids) > 1:
            print("listed", flush=True)
        return 200, {"apps": {"app": found} if found else None}


async def serve(applications, reader, writer):
    try:
        while words := (await reader.readline()).split():
            while (await reader.readline()).strip():
                pass
            status, body = applications.answer(words[1].decode())
            text = json.dumps(body).encode()
            writer.write(f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n"
                         .encode() + text)
            await writer.drain()
    except (ConnectionError, asyncio.IncompleteReadError):
        pass
    finally:
        writer.close()


async def main():
    applications = Applications(**json.load(open(sys.argv[2], encoding="utf-8")))
    await asyncio.start_server(lambda *ends: serve(applications, *ends), "127.0.0.1", int(sys.argv[1]), limit=1 << 20)
    print("serves", flush=True)
    loop = asyncio.get_running_loop()

    def listen():
        for line in sys.stdin:
            loop.call_soon_threadsafe(applications.ended.add, line.split()[1])
        loop.call_soon_threadsafe(loop.stop)
    threading.Thread(target=listen, daemon=True).start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except RuntimeError:
        pass  # standard input has ended
