"""kill -9 of hpdld again and again, under jobs that run and are submitted: none notices, none is doubled or lost."""

import signal
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403
from served import *  # noqa: F403

CLIENTS, JOBS, KILLS = 4, 6, 8


class KilledServer(ServedTest):
    def application_of_steps(self):
        """Three actions, each of which leaves a line with its own name and that of the job's number."""
        path = self.sandbox.path("lines")
        step = f"echo \"$0 ${{number}}\" >> '{path}'"
        names = ["a", "b", "c"]
        body = "".join(shell(name, step.replace("$0", name), to=after)
                       for name, after in zip(names, names[1:] + ["end"]))
        return self.application(workflow(body, "a"))

    def submit_until_known(self, app, number):
        """As a careful client: the same key until there is an answer."""
        while True:
            try:
                answer = self.server.submit({**app, "number": number}, key=number, user=f"user{number[0]}")
            except OSError:
                continue  # the server is down
            self.assertEqual(answer.status, 201, answer)
            return answer.json()["id"]

    def test_every_step_of_every_job_once(self):
        self.serve()
        app = self.application_of_steps()
        ids, lock = {}, threading.Lock()

        def client(which):
            for count in range(JOBS):
                number = f"{which}-{count}"
                job = self.submit_until_known(app, number)
                with lock:
                    ids[number] = job

        clients = [threading.Thread(target=client, args=(which,)) for which in range(CLIENTS)]
        for each in clients:
            each.start()
        for kill in range(KILLS):
            # Each time some further along: the moments themselves are chance.
            goal = kill * CLIENTS * JOBS * 3 // KILLS
            self.until(lambda: len(self.lines("lines")) >= goal or not any(c.is_alive() for c in clients))
            self.server.end(signal.SIGKILL)
            self.server.start()
        for each in clients:
            each.join(TIMEOUT)
        self.assertEqual(len(ids), CLIENTS * JOBS, self.server.log.read_text())
        self.assertEqual(len(set(ids.values())), CLIENTS * JOBS)
        for job in ids.values():
            self.until_status(job, "SUCCEEDED")
        self.assertEqual(sorted(self.lines("lines")),
                         sorted(f"{name} {number}" for name in "abc" for number in ids))
        self.assertEqual(sorted(self.reader("jobs", "--ids").out.split()), sorted(ids.values()))


if __name__ == "__main__":
    closing.main()
