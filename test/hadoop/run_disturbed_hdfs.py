"""Each call to HDFS meets each trouble once: fs actions, a decision about files, a file of a local action.

What passes is tried again, what asks a person goes on with `resume`; either way the tree is as without it.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
import cluster
from disturbed_case import BOUND, FINE, LIMIT, QUICK, EveryCall, asks, passes
from hdfs_case import HdfsCase
from programs import *  # noqa: F403
from trouble import PASSING, REDIRECTS, SENT_AGAIN

# Calls that the name node sends on to a data node.
SENT_ON = ("GET OPEN", "PUT CREATE")


class DisturbedHdfs(EveryCall, HdfsCase):
    owner = None
    SHARE = 48
    LEAST_CALLS = 25
    LASTING = ("silence", "reset after", "503", "garbage", "garbage body", "redirect to itself", "drip")

    def setUp(self):
        super().setUp()
        self.file = self.sandbox.write("site.xml", "<configuration>" + "".join(
            f"<property><name>{name}</name><value>{value}</value></property>"
            for name, value in {"hpdl.hadoop.timeout": LIMIT, **QUICK}.items()) + "</configuration>")
        self.binary = self.build(workflow(
            fs("first", '<delete path="${url}/old"/><mkdir path="${url}/out"/>'
                        '<move source="${url}/in" target="${url}/moved"/>'
                        '<move source="${url}/moved" target="${url}/out"/>'
                        '<chmod path="${url}/out" permissions="751" dir-files="true"/>'
                        '<move source="${url}/p-*" target="${url}/out"/>'
                        '<touchz path="${url}/out/_DONE"/>', to="alone")
            # One command, which is not asked about before.
            + fs("alone", '<move source="${url}/lone" target="${url}/out/lone"/>', to="choose")
            + decision("choose", [("last", "${fs:fileSize(concat(url, '/out/moved')) eq 4 and "
                                           "fs:dirSize(concat(url, '/out')) eq 7}")], "killed")
            + action_with_file("last"), "first")).path

    def make_lane(self, lane):
        data_node = cluster.read_site(Path(self.hdfs.conf) / "hdfs-site.xml")["dfs.datanode.http.address"]
        data = lane.relay("data", data_node)
        name = lane.relay("name", self.hdfs.http, {
            data_node: data.address, data_node.replace("127.0.0.1", "localhost"): data.address})
        lane.conf = lane.folder / "conf"
        lane.conf.mkdir()
        cluster.write_site(lane.conf / "core-site.xml", {"fs.defaultFS": self.hdfs.name_node})
        cluster.write_site(lane.conf / "hdfs-site.xml", {"dfs.namenode.http-address": name.address})
        lane.program = Program(self.binary, lane.folder / "state")
        lane.root = f"{self.root}/{lane.number}"
        lane.out = lane.folder / "out"

    def reset(self, lane):
        self.hdfs.delete(lane.root)
        for name, content in (("in", "data"), ("old/x", ""), ("p-1", "a"), ("p-2", "b"), ("lone", "1"),
                              ("tool", f"echo ran >>{lane.out}")):
            self.hdfs.write(f"{lane.root}/{name}", content)
        lane.out.unlink(missing_ok=True)
        lane.program.id_file.unlink(missing_ok=True)

    def environment_of(self, lane):
        return {"HADOOP_CONF_DIR": str(lane.conf), "HADOOP_USER_NAME": self.hdfs.user}

    def begin(self, lane):
        return lane.program.run("--site", self.file, timeout=BOUND, env=self.environment_of(lane), params={
            "user.name": self.hdfs.user, "url": f"{self.hdfs.name_node}{lane.root}"})

    def go_on(self, lane):
        return lane.program("resume", lane.program.job, "--progress", "none", timeout=BOUND,
                            env=self.environment_of(lane))

    def check_effects(self, lane, call, trouble):
        assert lane.program.status() == "SUCCEEDED"
        names = self.hdfs.names(lane.root)
        assert names == ["out", "tool"], names
        names = self.hdfs.names(f"{lane.root}/out")
        assert names == ["_DONE", "lone", "moved", "p-1", "p-2"], names
        assert self.hdfs.read(f"{lane.root}/out/moved") == b"data"
        assert self.hdfs.status(f"{lane.root}/out")["permission"] == "751"
        assert self.hdfs.status(f"{lane.root}/out/moved")["permission"] == "751"
        assert lane.out.read_text() == "ran\n", "the command ran once"

    def troubles(self, call):
        # As many bytes as there are, but others: nobody can tell, and this is a script.
        other = call.relay == "data" and call.operation == "GET OPEN"
        return [trouble for trouble in super().troubles(call) if not (other and trouble == "garbage body after")]

    def lasting(self, call):
        content = call.operation == "GET OPEN"  # of another size, after which it is asked for its size
        return [trouble for trouble in self.LASTING if not (content and trouble == "garbage body")]

    def expected(self, call, trouble):
        # Expressions of the decision ask the same, and have no record of it.
        asked = call.operation in ("GET GETFILESTATUS", "GET LISTSTATUS_BATCH")
        asked = asked or (trouble in SENT_AGAIN and call.operation != "PUT RENAME")
        content = call.operation == "GET OPEN"
        # Whether a file was made the status says, and where its content is the head.
        by_head = trouble == "garbage body after" and call.operation in SENT_ON
        if trouble == "late" or by_head:
            return FINE
        if trouble in PASSING or trouble == "drip":
            return passes("JA009", asked)
        if content and trouble == "garbage body":
            return passes("JA009")  # it has another size
        if trouble in REDIRECTS and call.operation in SENT_ON and call.relay == "name":
            if trouble == "redirect to nowhere":
                return passes("JA006")
            if trouble == "redirect elsewhere" and content:
                return passes("JA009")
        return asks("E0902", asked)


def action_with_file(name):
    return (f'<action name="{name}"><shell xmlns="uri:oozie:shell-action:1.0"><exec>/bin/sh</exec>'
            "<argument>run</argument><file>${url}/tool#run</file></shell>"
            '<ok to="end"/><error to="killed"/></action>')


if __name__ == "__main__":
    closing.main()
