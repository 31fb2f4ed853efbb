"""The workflow tokens of the jobs of hpdld, by the two resources that it has for them."""

import sys
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403
from served import ServedTest

NAME = "a/b ü"  # a name that needs its codes in a path


def map_reduce(name, source, target, to):
    return (f'<action name="{name}"><map-reduce><resource-manager>local</resource-manager><name-node>file:///</name-node>'
            '<streaming><mapper>cat</mapper><reducer>cat</reducer></streaming><configuration>'
            f'<property><name>mapred.input.dir</name><value>{source}</value></property>'
            f'<property><name>mapred.output.dir</name><value>{target}</value></property></configuration></map-reduce>'
            f'<ok to="{to}"/><error to="killed"/></action>')


class Tokens(ServedTest):
    def definition(self):
        self.sandbox.write("in/a", "b\na\n")
        return workflow(
            shell("p", "echo k=0; echo other=x", to="d", capture=True)
            + decision("d", [("f", "${token:put('branch', token:get('k') eq 0)}")], "end")
            + fork("f", "a1", "b")
            + shell("a1", "true", to="a2", arguments=("${token:put('k', 1)}",))
            + shell("a2", "true", to="j", arguments=(escape("${token:put('k', '</>\"é')}"),))
            + map_reduce("b", self.sandbox.path("in"), self.sandbox.path("out"), "j")
            + join("j", "end"), "p", name=NAME)

    def ran(self):
        self.serve()
        job = self.submitted(self.application(self.definition()))
        self.until_status(job, "SUCCEEDED")
        return job

    def ask(self, job, node=None, app=NAME, name=NAME, space="default", version="/v3", method="GET", user="joe", **query):
        """Asks for a token. The path names no namespace if `space` is None."""
        parts = [*(["namespaces", space] if space else []), "apps", app, "workflows", name, "runs", job,
                 *(["nodes", node] if node else []), "token"]
        path = version + "".join("/" + urllib.parse.quote(part, safe="") for part in parts)
        return self.server.call(method, path, user=user, **query)

    def values(self, job, **options):
        answer = self.ask(job, **options)
        self.assertEqual((answer.status, answer.fields["content-type"]), (200, "application/json"), answer)
        return answer.json()

    def test_what_a_run_and_a_node_have_put(self):
        job = self.ran()
        token = self.values(job)
        self.assertEqual(token, {"tokenValueMap": {
            "branch": [{"nodeName": "d", "value": "true"}], "other": [{"nodeName": "p", "value": "x"}],
            "k": [{"nodeName": "p", "value": "0"}, {"nodeName": "a1", "value": "1"},
                  {"nodeName": "a2", "value": '</>"é'}]}})
        self.assertEqual(self.values(job, scope="user", version="", space="joe"), token)
        self.assertEqual(self.values(job, space=None), token)
        self.assertEqual(self.values(job, space=None, version="", node="p"), {"k": "0", "other": "x"})
        self.assertEqual(self.values(job, key="other"), {"tokenValueMap": {"other": token["tokenValueMap"]["other"]}})
        self.assertEqual(self.values(job, key="none"), {"tokenValueMap": {}})
        self.assertEqual(self.values(job, node="p"), {"k": "0", "other": "x"})
        self.assertEqual(self.values(job, node="p", key="k", user="another"), {"k": "0"})
        self.assertEqual(self.values(job, node="j"), {})

    def test_counters_are_of_the_system(self):
        job = self.ran()
        name = "org.apache.hadoop.mapreduce.TaskCounter.MAP_INPUT_RECORDS"
        self.assertEqual(self.values(job, node="b", scope="system")[name], "2")
        self.assertEqual(self.values(job, scope="SYSTEM", key=name),
                         {"tokenValueMap": {name: [{"nodeName": "b", "value": "2"}]}})
        prefixed = f"mr.counters.{name}"
        self.assertEqual(self.values(job, scope="system", key=prefixed, node="b"), {prefixed: "2"})
        self.assertEqual(self.values(job, node="b"), {})

    def test_what_is_not_there(self):
        job = self.ran()
        for options in ({"app": "test"}, {"name": "test"}, {"space": "other"}, {"node": "nosuch"},
                        {"space": None, "app": "test"}, {"space": None, "node": "nosuch"}):
            with self.subTest(options):
                answer = self.ask(job, **options)
                self.assertEqual(answer.status, 404, answer)
        for other in ("9" + job[1:], "..", "../../" + job, "x", job[:-1], job + "\0"):
            with self.subTest(other):
                self.assertEqual(self.ask(other).status, 404)
        begin = "/v3/namespaces/default"
        for path in (begin, begin + "/", f"{begin}/apps/x/workflows/x/runs/{job}", f"{begin}/apps//workflows/x/runs/{job}/token",
                     f"{begin}/apps/%zz/workflows/x/runs/{job}/token", f"{begin}/runs/x/apps/x/workflows/x/token"):
            with self.subTest(path):
                self.assertEqual(self.server.call("GET", path).status, 404)
        self.assertEqual(self.ask(job, scope="both").status, 400)
        answer = self.ask(job, method="PUT")
        self.assertEqual((answer.status, answer.fields["allow"]), (405, "GET"))
        self.assertEqual(self.ask(job, user=None).status, 403, "who asks has to say who that is")

    def test_the_example_of_the_page(self):
        """The commands of docs/server.md say what is written below them."""
        page = (ROOT / "docs/server.md").read_text().split("## Workflow tokens")[1].split("\n## ")[0]
        lines = page.splitlines()
        examples = [(line, after) for line, after in zip(lines, lines[1:]) if line.startswith("curl ")]
        self.assertEqual(len(examples), 2)
        self.serve()
        job = self.submitted(self.application(workflow(
            shell("load", "echo rows=12", to="check", capture=True) + shell("check", "echo rows=11", capture=True),
            "load", name="nightly")))
        self.until_status(job, "SUCCEEDED")
        for command, answer in examples:
            command = command.replace("JOB", job).replace("127.0.0.1:11000", f"127.0.0.1:{self.server.port}")
            said = run(["sh", "-c", command.replace("curl", "curl -sS", 1)])
            self.assertEqual((said.code, said.out), (0, answer), said)

    def test_what_cannot_be_read_is_an_error_of_the_server(self):
        job = self.ran()
        journals = list((self.server.state / "jobs" / job).glob("*.db"))
        self.assertTrue(journals, list((self.server.state / "jobs" / job).iterdir()))
        for journal in journals:
            journal.write_bytes(b"no journal" * 1000)
        self.assertEqual(self.ask(job).status, 500)


if __name__ == "__main__":
    closing.main()
