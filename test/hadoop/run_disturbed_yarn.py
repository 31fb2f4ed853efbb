"""Each call to YARN and HDFS around an application meets each trouble once: submission, looking, kill, end and logs.

Whatever happens, an attempt has one application. Most runs go to a queue where nothing starts, and are killed there.
"""

import sys
import time
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
import cluster
import yarn
from disturbed_case import BOUND, FINE, LIMIT, QUICK, EveryCall, Outcome, asks, passes
from programs import *  # noqa: F403
from trouble import PASSING, REDIRECTS
from yarn_case import UBER, YarnCase, action, streaming

NEW_ID, SUBMIT = "POST /ws/v1/cluster/apps/new-application", "POST /ws/v1/cluster/apps"
LOOK = "GET /ws/v1/cluster/apps applicationTags"
BRIDGED = Outcome(SUCCEEDED)  # within the attempt, which goes on


class Disturbed(EveryCall, YarnCase):
    LANES = 6

    def setUp(self):
        super().setUp()
        self.put("in/a", "b a\nc a\n")
        self.hdfs.call("PUT", self.root, "SETPERMISSION", permission="777")
        self.site = self.sandbox.write("site.xml", "<configuration>" + "".join(
            f"<property><name>{name}</name><value>{value}</value></property>"
            for name, value in {"hpdl.hadoop.timeout": LIMIT, **QUICK}.items()) + "</configuration>")
        self.binary = self.build(self.definition(self.action(), "a")).path

    def action(self):
        raise NotImplementedError

    def shell(self, more=""):
        return action("a", f'<shell xmlns="uri:oozie:shell-action:1.0">{more}<exec>echo</exec>'
                           "<argument>rows=7</argument><capture-output/></shell>")

    def word_count(self, **more):
        return streaming("a", "cat", {"mapred.input.dir": self.url("in"), "mapred.output.dir": self.url("out-${wf:id()}"),
                                      "mapred.reduce.tasks": "0", "mapred.map.tasks": "1", **more})

    def make_lane(self, lane):
        data_node = cluster.read_site(Path(self.hdfs.conf) / "hdfs-site.xml")["dfs.datanode.http.address"]
        data = lane.relay("data", data_node)
        name = lane.relay("name", self.hdfs.http, {
            data_node: data.address, data_node.replace("127.0.0.1", "localhost"): data.address})
        manager = lane.relay("manager", self.hdfs.rm_http)
        history = lane.relay("history", self.hdfs.history_http)
        lane.conf = self.conf_with(f"lane-{lane.number}/conf", hdfs={"dfs.namenode.http-address": name.address},
                                   yarn={"yarn.resourcemanager.webapp.address": manager.address},
                                   mapred={"mapreduce.jobhistory.webapp.address": history.address})
        lane.program = Program(self.binary, lane.folder / "state")
        lane.program.mode = ()
        lane.user = None

    def reset(self, lane):
        """Each run has a user of its own, with nothing in the cache and no application."""
        self.forget(lane)
        lane.user = "u" + uuid.uuid4().hex[:8]
        self.hdfs.mkdir(f"/user/{lane.user}", owner=lane.user)
        lane.program.id_file.unlink(missing_ok=True)

    def forget(self, lane):
        if lane.user:
            for app in self.hdfs.apps(user=lane.user):
                if app["state"] not in yarn.ENDED:
                    self.hdfs.kill(app["id"])
            for path in (f"/user/{lane.user}", f"{yarn.STAGING}/{lane.user}", f"/tmp/logs/{lane.user}"):
                self.hdfs.delete(path)

    def environment_of(self, lane):
        return {"HADOOP_CONF_DIR": str(lane.conf), "HADOOP_USER_NAME": lane.user}

    def expected(self, call, trouble):
        return self.expected_of(call, trouble)

    @staticmethod
    def expected_of(call, trouble):
        if trouble == "late":
            return FINE
        passing = passes("JA009") if call.operation == NEW_ID else BRIDGED
        by_head = trouble == "garbage body after" and call.operation in ("PUT CREATE", SUBMIT)  # its status says it all
        if trouble in PASSING or trouble == "drip" or by_head:
            return passing
        if call.relay in ("manager", "history") and trouble in REDIRECTS and trouble != "redirect elsewhere":
            # Whoever redirects is a standby; where it leads to is asked, once.
            nowhere = trouble == "redirect to nowhere" and call.operation == NEW_ID
            return passes("JA006") if nowhere else passing
        if call.relay == "name" and call.operation in ("PUT CREATE", "GET OPEN") and trouble == "redirect to nowhere":
            return passing
        return asks("E0902")

    def applications(self, lane):
        return self.hdfs.apps(user=lane.user)

    def left(self, lane):
        """What actions have left in HDFS."""
        attempts = f"/user/{lane.user}/.hpdl/attempts"
        return self.hdfs.staging(lane.user) + (self.hdfs.names(attempts) if self.hdfs.exists(attempts) else [])


class Submission(Disturbed):
    """The application waits in its queue until the job is killed."""

    SHARE = 14
    LEAST_CALLS = 15
    LOOKS = 3
    LASTING = ("503", "reset after", "garbage body", "redirect to nowhere")
    KILLING = ("PUT /ws/v1/cluster/apps/ID", "GET /ws/v1/cluster/apps/ID", "DELETE DELETE")

    def action(self):
        return self.shell("<launcher><memory.mb>2048</memory.mb><queue>narrow</queue></launcher>")

    def begin(self, lane):
        lane.resumed = 0
        return self.watched(lane, lane.program.spawn(
            "--site", self.site, params={"user.name": lane.user}, env=self.environment_of(lane)))

    def go_on(self, lane):
        lane.resumed = len(lane.plan.calls)
        return self.watched(lane, subprocess.Popen(
            [lane.program.path, "resume", lane.program.job, "--progress", "none", "--state", lane.program.state],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
            env={**os.environ, **self.environment_of(lane)}))

    def watched(self, lane, child):
        """Kills the job once its application is looked at; SUCCEEDED if that is how it ended."""
        self.sandbox.children.append(child)
        end = time.monotonic() + BOUND
        asked = False
        while child.poll() is None:
            assert time.monotonic() < end, f"no end within {BOUND} s: {lane.plan.calls}"
            if not asked and self.is_looked_at(lane):
                asked = True
                killed = lane.program("kill", lane.program.job, env=self.environment_of(lane))
                # A kill that meets a slow service goes on after its command gives up waiting.
                if "is still carrying it out" not in killed.err:
                    self.assert_code(killed, 0)
            time.sleep(0.05)
        out, err = child.communicate()
        code = SUCCEEDED if asked and child.returncode == KILLED else child.returncode
        return Result(code, out.decode(), err.decode())

    def is_looked_at(self, lane):
        with lane.plan.lock:
            operations = [call.operation for call in lane.plan.calls]
            if lane.plan.call is not None and lane.plan.onwards:
                return False  # first a person is asked
        since = operations[lane.resumed:]
        if lane.resumed == 0 and SUBMIT not in operations:
            return False
        if SUBMIT in since:
            since = since[len(since) - since[::-1].index(SUBMIT):]
        return sum(operation.startswith(LOOK) for operation in since) >= self.LOOKS + (lane.plan.call is None)

    def wanted(self, call):
        # How often it looks, and asks for the end that it wants, differs from run to run.
        asked_for = call.operation == "GET /ws/v1/cluster/apps/ID"
        return call.number <= (1 if asked_for else self.LOOKS - 1) or not (asked_for or call.operation.startswith(LOOK))

    def expected(self, call, trouble):
        # A kill asks again, and says nothing of it; what it cannot delete stays.
        return BRIDGED if self.is_of_kill(call) else self.expected_of(call, trouble)

    def is_of_kill(self, call):
        children = "GET /ws/v1/cluster/apps applicationTags"  # of all states
        recovered = "GET /ws/v1/cluster/info"  # whether an empty list of children can be believed
        return call.operation in (children, recovered) or call.operation.startswith(self.KILLING)

    def lasting(self, call):
        return () if self.is_of_kill(call) else self.LASTING

    def expected_lasting(self, call, trouble):
        if trouble == "redirect to nowhere":
            sent_on = call.relay == "manager" or (call.relay == "name" and call.operation == "PUT CREATE")
            return asks("JA006" if sent_on else "E0902")
        return asks("E0902" if trouble == "garbage body" else "JA009")

    def check_effects(self, lane, call, trouble):
        apps = self.applications(lane)
        assert [app["finalStatus"] for app in apps] == ["KILLED"], [(app["id"], app["finalStatus"]) for app in apps]
        node = lane.program.nodes()["a"]
        assert (node["status"], node["externalStatus"]) == ("KILLED", "KILLED"), node
        if call is None or call.operation not in ("DELETE DELETE", LOOK):
            assert self.left(lane) == [], self.left(lane)


class SubmissionOfMapReduce(Submission):
    def action(self):
        return self.word_count(**{"mapreduce.job.queuename": "narrow", "yarn.app.mapreduce.am.resource.mb": "2048"})


class End(Disturbed):
    """Applications that run: what is asked when they have ended."""

    SHARE = 2
    LANES = 4
    LEAST_CALLS = 2

    def action(self):
        return self.shell()

    def begin(self, lane):
        return lane.program.run("--site", self.site, params={"user.name": lane.user}, timeout=BOUND,
                                env=self.environment_of(lane))

    def go_on(self, lane):
        return lane.program("resume", lane.program.job, "--progress", "none", timeout=BOUND,
                            env=self.environment_of(lane))

    def learn(self, lane):
        """What comes after the last look."""
        super().learn(lane)
        last = max(at for at, call in enumerate(lane.plan.calls) if call.operation.startswith(LOOK))
        calls = lane.plan.calls[last + 1:]
        self.assertGreaterEqual(len(calls), self.LEAST_CALLS, calls)
        return calls

    def expected(self, call, trouble):
        if call.operation == "DELETE DELETE":
            return FINE  # what cannot be deleted stays
        if call.operation == "GET OPEN" and trouble.startswith("garbage body"):
            if call.relay == "name" and trouble == "garbage body after":
                return BRIDGED  # a redirect has nothing in its body
            return Outcome(KILLED, "JA018")  # a result that is none
        if call.operation == "GET OPEN" and trouble == "redirect elsewhere" and call.relay == "name":
            return Outcome(KILLED, "JA018")  # where a name node leads to is a data node
        return self.expected_of(call, trouble)

    def check_effects(self, lane, call, trouble):
        apps = self.applications(lane)
        assert [app["finalStatus"] for app in apps] == ["SUCCEEDED"], [(app["id"], app["finalStatus"]) for app in apps]
        if call is None or call.operation != "DELETE DELETE":
            assert self.left(lane) == [], self.left(lane)
        self.check_result(lane)

    def check_result(self, lane):
        assert lane.program.nodes()["a"]["data"].strip().endswith("rows=7"), lane.program.nodes()["a"]


class EndOfMapReduce(End):
    SHARE = 2

    def action(self):
        return self.word_count(**UBER)

    def check_result(self, lane):
        folder = f"{self.root}/out-{lane.program.job}"
        assert self.hdfs.names(folder) == ["_SUCCESS", "part-00000"], self.hdfs.names(folder)


class Logs(End):
    """`log --node` of a job that has ended, which changes nothing: it ends, with the text or a reason."""

    SHARE = 12
    LEAST_CALLS = 3

    def make_lane(self, lane):
        super().make_lane(lane)
        if lane.number == 0:
            self.reset(lane)
            self.assert_code(super().begin(lane), SUCCEEDED)
            self.job, self.first = lane.program.job, lane
        lane.user, lane.program = self.first.user, self.first.program

    def learn(self, lane):
        """Once the logs have been gathered: until then the resource manager is asked, too."""
        app = self.hdfs.apps(user=lane.user)[-1]["id"]
        self.assertTrue(lane.program.wait_for(lambda: self.hdfs.container_logs(app), 60), "no logs")
        return EveryCall.learn(self, lane)

    def reset(self, lane):
        if lane.user is None:
            super().reset(lane)

    def begin(self, lane):
        result = lane.program("log", self.job, "--node", "a", timeout=BOUND, env=self.environment_of(lane))
        lane.said = result
        return Result(SUCCEEDED if result.code in (SUCCEEDED, FAILED) else result.code, result.out, result.err)

    def expected(self, call, trouble):
        return FINE

    def check_effects(self, lane, call, trouble):
        if lane.said.code == SUCCEEDED:
            assert "rows=7" in lane.said.out or call is not None, lane.said
        else:
            assert len(lane.said.err.strip().splitlines()) == 1, lane.said


del Disturbed  # has no tests of its own

if __name__ == "__main__":
    closing.main()
