"""HWS's pig action by ssh: what arrives on pig-host, failures, kill. `pig` there is a script that tells what it sees."""

import os
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from http_peer import HttpPeer
from name_node import deleted_by, name_node
from programs import *  # noqa: F403
from run_ssh import SshTest

SCRIPT = "a = load '${In}' as (line, $Rest);\nb = foreach a generate $0, '\\${kept}', ${unknown};\nstore b into '$Out';"


class PigHost(SshTest):
    def setUp(self):
        super().setUp()
        folder = self.server.folder / "bin"
        folder.mkdir()
        self.pig = folder / "pig"
        self.server.stop()
        self.server.environment["PATH"] = f"{folder}:{os.environ['PATH']}"
        self.server.start()
        self.told = self.sandbox.path("told")
        self.told.mkdir()
        self.write_pig(f'cp script.pig pig.properties {self.told}/; printf "%s\\n" "$@" >{self.told}/words; '
                       f'echo "$HADOOP_USER_NAME" >{self.told}/user; echo done >&2')

    def write_pig(self, body):
        self.pig.write_text(f"#!/bin/sh\n{body}\n")
        self.pig.chmod(0o755)

    def application(self, fields, script=SCRIPT, files=()):
        folder = self.sandbox.path("app")
        folder.mkdir(exist_ok=True)
        (folder / "count.pig").write_text(script)
        for name, content in files:
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        (folder / "workflow.xml").write_text(
            f'<hadoop-workflow name="old"><start to="count"/><pig name="count">{fields}'
            '<transition name="OK" to="end"/><transition name="ERROR" to="fail"/></pig>'
            '<fail name="fail"><message>m</message></fail><end name="end"/></hadoop-workflow>')
        return self.build(folder)

    def fields(self, more="", host=None, script="/count.pig"):
        return f"<pig-host>{host or self.host}</pig-host><pig-script>{script}</pig-script>{more}"

    def go(self, program, *arguments):
        return program.run("--site", self.site(), *arguments, params={"user.name": "joe"})

    def test_script_properties_and_user(self):
        made = self.sandbox.path("old-output")
        made.mkdir()
        program = self.application(
            f'<prepare><delete path="{made}"/></prepare>' + self.fields(
                "<hadoop-user>ann</hadoop-user><parameters><param>In=/data/${wf:conf('user.name')}</param><param>Rest=x:int, y</param>"
                "<param>Out=/out $Rest 'q'</param></parameters><job-xml>/job.xml</job-xml>"
                "<configuration><property><name>fs.default.name</name><value>file:///</value></property>"
                "<property><name>b</name><value>größer\n=</value></property></configuration>"),
            files=[("job.xml", "<configuration><property><name>a</name><value>1</value></property>"
                               "<property><name>b</name><value>2</value></property></configuration>")])
        self.assert_code(self.go(program), SUCCEEDED)
        self.assertEqual((self.told / "script.pig").read_text(),
                         "a = load '/data/joe' as (line, x:int, y);\nb = foreach a generate $0, '\\${kept}', ${unknown};\n"
                         "store b into '/out \\$Rest 'q'';\n")
        self.assertEqual((self.told / "pig.properties").read_text(),
                         "a=1\nb=gr\\u00f6\\u00dfer\\n=\nfs.default.name=file:///\n")
        self.assertEqual((self.told / "words").read_text().split(), ["-propertyFile", "pig.properties", "-f", "script.pig"])
        self.assertEqual((self.told / "user").read_text(), "ann\n")
        self.assertFalse(made.exists(), "prepare was done")
        self.assertEqual(self.left(), [])
        record = program.nodes()["count"]
        self.assertEqual((record["externalStatus"], record["trackerUri"]), ("OK", self.host))
        self.assertIn("done", program("log", program.job, "--node", "count").out)

    def test_the_user_of_hadoop_prepares_it(self):
        peer = HttpPeer(name_node)
        self.addCleanup(peer.close)
        configuration = (f"<configuration><property><name>fs.default.name</name><value>webhdfs://127.0.0.1:{peer.port}</value>"
                         "</property></configuration>")
        for element, user in (("<hadoop-user>ann</hadoop-user>", "ann"), ("", "joe")):
            with self.subTest(user):
                peer.requests.clear()
                program = self.application('<prepare><delete path="/old"/></prepare>' + self.fields(element + configuration))
                self.assert_code(self.go(program), SUCCEEDED)
                self.assertEqual(deleted_by(peer), [("/webhdfs/v1/old", user)])

    def test_the_jobs_user_is_hadoops(self):
        program = self.application(self.fields())
        self.assert_code(self.go(program), SUCCEEDED)
        self.assertEqual((self.told / "user").read_text(), "joe\n")
        self.assertEqual((self.told / "pig.properties").read_text(), "\n")

    def test_libraries_of_the_application(self):
        self.write_pig(f'cp *.jar pig.properties {self.told}/; echo "$PIG_CLASSPATH" >{self.told}/path; ls >{self.told}/names')
        big = random.Random(13).randbytes(5 << 20)
        program = self.application(
            self.fields("<configuration><property><name>pig.additional.jars</name><value>/opt/x.jar</value></property>"
                        "</configuration>"),
            files=[("lib/udf big.jar", big), ("lib/a.jar", b"\0\xff\n"), ("lib/empty.jar", b""), ("lib/n.so", b"no jar"),
                   ("other.jar", b"not in lib")])
        self.assert_code(self.go(program), SUCCEEDED)
        self.assertEqual((self.told / "udf big.jar").read_bytes(), big)
        self.assertEqual((self.told / "a.jar").read_bytes(), b"\0\xff\n")
        self.assertEqual((self.told / "empty.jar").read_bytes(), b"")
        names = (self.told / "names").read_text().splitlines()
        self.assertEqual([name for name in names if name.endswith((".jar", ".so"))], ["a.jar", "empty.jar", "udf big.jar"])
        self.assertEqual((self.told / "path").read_text(), "a.jar:empty.jar:udf big.jar\n")
        self.assertEqual((self.told / "pig.properties").read_text(),
                         "pig.additional.jars=a.jar:empty.jar:udf big.jar:/opt/x.jar\n")
        self.assertEqual(self.left(), [])

    def test_pig_fails(self):
        self.write_pig("echo 'ERROR 1000: no' >&2; exit 2")
        program = self.application(self.fields())
        self.assert_code(self.go(program), FAILED)
        self.assert_failure(program, "JA018", "exit code 2", "ERROR 1000: no", node="count")

    def test_no_pig_there(self):
        self.pig.unlink()
        program = self.application(self.fields())
        self.assert_code(self.go(program), FAILED)
        self.assert_failure(program, "JA018", "exit code 127", node="count")

    def test_bad_input(self):
        for fields, code, word in (
                (self.fields("<parameters><param>a-b=1</param></parameters>"), "JA018", "a-b=1"),
                (self.fields("<parameters><param>ab</param></parameters>"), "JA018", "NAME=VALUE"),
                (self.fields(script="/${wf:conf('none')}"), "JA008", "is not in the package"),
                (self.fields(script="file://${wf:conf('none')}"), "JA008", "pig-script file:"),
                (self.fields("<job-xml>/${wf:conf('none')}.xml</job-xml>"), "JA008", "job-xml /.xml"),
                (self.fields(host="a b"), "JA018", "a b")):
            with self.subTest(word):
                program = self.application(fields)
                self.assert_code(self.go(program), FAILED)
                self.assert_failure(program, code, word, node="count")

    def test_kill(self):
        self.write_pig(f"echo $$ >{self.told}/pid; sleep 3600")
        program = self.application(self.fields())
        child = self.sandbox.spawn(program, "--site", self.site(), params={"user.name": "joe"})
        self.assertTrue(program.wait_for(lambda: (self.told / "pid").exists() and (self.told / "pid").read_text()))
        pid = int((self.told / "pid").read_text())
        self.assert_code(program("kill", program.job), 0)
        child.communicate(timeout=TIMEOUT)
        self.assertEqual(child.returncode, KILLED)
        line = Path(f"/proc/{pid}/cmdline")
        self.assertFalse(line.exists() and line.read_bytes())
        self.assertEqual(self.left(), [])

    def test_death_while_it_runs(self):
        self.write_pig(f"echo x >>{self.told}/ran; until [ -e {self.told}/go ] || [ ! -d {self.told} ]; do sleep 0.05; done")
        program = self.application(self.fields())
        child = self.sandbox.spawn(program, "--site", self.site(), params={"user.name": "joe"})
        self.assertTrue(program.wait_for(lambda: (self.told / "ran").exists()))
        child.kill()
        child.communicate()
        (self.told / "go").touch()
        self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)
        self.assertEqual((self.told / "ran").read_text(), "x\n")


if __name__ == "__main__":
    closing.main()
