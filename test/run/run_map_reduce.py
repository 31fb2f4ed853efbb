"""map-reduce and hadoop with streaming, on this machine."""

import os
import shutil
import signal
import sys
import tarfile
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from http_peer import HttpPeer
from name_node import deleted_by, name_node
from programs import *  # noqa: F403

COUNT = ("#!/bin/sh\nexec awk -F '\\t' '{ n[$1]++ } END { for (k in n) print k \"\\t\" n[k] }' | sort\n")


def properties(values):
    return "".join(f"<property><name>{name}</name><value>{escape(str(value))}</value></property>"
                   for name, value in values.items())


def map_reduce(name, mapper, reducer, values, prepare="", more="", to="end", env=""):
    return (f'<action name="{name}"><map-reduce>{prepare}<streaming>'
            f"<mapper>{escape(mapper)}</mapper><reducer>{escape(reducer)}</reducer>{env}</streaming>"
            f"<configuration>{properties(values)}</configuration>{more}</map-reduce>"
            f'<ok to="{to}"/><error to="killed"/></action>')


class MapReduce(ProgramTest):
    def paths(self):
        return {"mapred.input.dir": self.sandbox.path("in"),
                "mapred.output.dir": self.sandbox.path("out")}

    def one(self, mapper="cat", reducer="cat", more="", values=None, **options):
        text = workflow(map_reduce("m", mapper, reducer, {**self.paths(), **(values or {})}, more=more,
                                   **options), "m")
        return self.build(text)

    def part(self, number=0):
        return self.sandbox.path(f"out/part-{number:05}").read_text()

    def nothing_left(self, program):
        """No intermediate data, and nothing temporary in the output."""
        self.assertEqual([path for path in self.sandbox.folder.rglob("spill-*")], [])
        self.assertFalse(self.sandbox.path("out/_temporary").exists())

    def test_word_count_of_an_application(self):
        self.sandbox.write("in/a", "b a\nc a\n")
        self.sandbox.write("app/scripts/count.sh", COUNT)
        self.sandbox.write("app/workflow.xml", workflow(
            map_reduce("m", "tr+'+'+'\\n'", "count.sh", self.paths(),
                       more="<file>scripts/count.sh#count.sh</file>", to="d")
            + decision("d", [("end", "${hadoop:counters('m')[RECORDS][REDUCE_OUT] eq 3 and "
                              "hadoop:counters('m')[RECORDS][MAP_IN] eq 2 and "
                              "hadoop:counters('m')[RECORDS][GROUPS] eq 3}")], "killed"), "m"))
        program = self.build(self.sandbox.path("app"))
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.part(), "a\t2\nb\t1\nc\t1\n")
        self.assertTrue(self.sandbox.path("out/_SUCCESS").exists())
        node = program.nodes()["m"]
        self.assertRegex(node["externalId"], r"^job_local\d{10}_0001$")
        self.assertEqual(node["externalStatus"], "SUCCEEDED")
        self.nothing_left(program)

    def test_hadoop_of_hws(self):
        self.sandbox.write("in/a", "y\nx\n")
        self.sandbox.write("app/map.sh", "cat helper; cat")
        helper = self.sandbox.write("h.txt", "helped\n")
        values = {"mapred.job.tracker": "local", "fs.default.name": "file:///", **self.paths()}
        self.sandbox.write("app/workflow.xml", f"""<hadoop-workflow name="w"><start to="m"/>
<hadoop name="m"><prepare><delete path="{self.sandbox.path('out')}"/></prepare>
<streaming><mapper>map.sh</mapper><reducer>cat</reducer><files><file>map.sh</file></files>
<cacheFiles><file>{helper}#helper</file></cacheFiles></streaming>
<configuration>{properties(values)}</configuration>
<transition name="OK" to="end"/><transition name="ERROR" to="fail"/></hadoop>
<fail name="fail"><message>failed</message></fail><end name="end"/></hadoop-workflow>""")
        self.sandbox.write("out/old", "")
        program = self.build(self.sandbox.path("app"))
        self.assert_code(program.run(params={"user.name": "joe"}), SUCCEEDED)
        self.assertEqual(self.part(), "helped\t\nx\t\ny\t\n")

    def archives(self):
        """The same two files as zip, tar and tar.gz."""
        self.sandbox.write("content/bin/count.sh", "#!/bin/sh\n" + COUNT).chmod(0o755)
        self.sandbox.write("content/words", "helped\n")
        for kind in ("zip", "tar", "gztar"):
            shutil.make_archive(self.sandbox.path("tools"), kind, self.sandbox.path("content"))

    def test_archives(self):
        self.archives()
        self.sandbox.write("in/a", "b a\nc a\n")
        for number, suffix in enumerate(("zip", "tar", "tar.gz")):
            with self.subTest(suffix):
                self.sandbox.write("map.sh", "tr ' ' '\\n'; cat t/words\n")
                path = self.sandbox.path(f"tools.{suffix}")
                program = self.build(workflow(map_reduce(
                    "m", "map.sh", "t/bin/count.sh", self.paths(),
                    prepare=f'<prepare><delete path="{self.sandbox.path("out")}"/></prepare>',
                    more=f"<file>{self.sandbox.path('map.sh')}</file><archive>{path}#t</archive>"),
                    "m"), name=f"w{number}")
                self.assert_code(program.run(), SUCCEEDED)
                self.assertEqual(self.part(), "a\t2\nb\t1\nc\t1\nhelped\t1\n")

    def test_archives_of_the_application_for_hadoop_of_hws(self):
        self.archives()
        self.sandbox.write("in/a", "x\n")
        values = {"mapred.job.tracker": "local", "fs.default.name": "file:///", **self.paths()}
        self.sandbox.write("app/workflow.xml", f"""<hadoop-workflow name="w"><start to="m"/>
<hadoop name="m"><streaming><mapper>cat+-+tools.tgz/words</mapper><reducer>cat</reducer>
<cacheArchives><file>lib/tools.tgz</file></cacheArchives></streaming>
<configuration>{properties(values)}</configuration>
<transition name="OK" to="end"/><transition name="ERROR" to="fail"/></hadoop>
<fail name="fail"><message>failed</message></fail><end name="end"/></hadoop-workflow>""")
        self.sandbox.path("app/lib").mkdir()
        self.sandbox.path("tools.tar.gz").rename(self.sandbox.path("app/lib/tools.tgz"))
        program = self.build(self.sandbox.path("app"))
        self.assert_code(program.run(params={"user.name": "joe"}), SUCCEEDED)
        self.assertEqual(self.part(), "helped\t\nx\t\n")

    def hadoop(self, name, mapper, to, error="fail", values=None, more=""):
        values = {"mapred.job.tracker": "local", "fs.default.name": "file:///", "mapred.reduce.tasks": "0", **self.paths(),
                  **(values or {})}
        return (f'<hadoop name="{name}">{more}<streaming><mapper>{escape(mapper)}</mapper></streaming>'
                f'<configuration>{properties(values)}</configuration>'
                f'<transition name="OK" to="{to}"/><transition name="ERROR" to="{error}"/></hadoop>')

    def mkdir(self, name, path, to="end"):
        return (f"<hdfs name='{name}'><file-system>file:///</file-system><commands><mkdir path='{path}'/></commands>"
                f'<transition name="OK" to="{to}"/><transition name="ERROR" to="fail"/></hdfs>')

    def hws(self, start, nodes):
        return self.build(f'<hadoop-workflow name="w"><start to="{start}"/>{nodes}<fail name="fail">'
                          '<message>${wf:errorMessage(wf:errorNode())}</message></fail><end name="end"/></hadoop-workflow>')

    def test_status_and_counters_of_a_job_of_hws_that_failed(self):
        self.sandbox.write("in/a", "x\n")
        seen = self.sandbox.path("seen")
        program = self.hws("m", self.hadoop("m", "false", to="end", error="d") + self.mkdir(
            "d", f'{seen}/${{hadoop:jobStatus("m")}}-${{empty hadoop:jobCounters("m")}}'))
        self.assert_code(program.run(params={"user.name": "joe"}), SUCCEEDED)
        self.assertEqual(os.listdir(seen), ["FAILED-false"])

    def test_status_of_a_job_of_hws_that_runs(self):
        """Another branch asks for it while the job runs."""
        self.sandbox.write("in/a", "x\n")
        began, seen = self.sandbox.path("began"), self.sandbox.path("seen")
        wait = f"while test -d '{self.sandbox.folder}' && ! test -e '{{}}'; do sleep 0.05; done; exec cat\n"
        mappers = [self.sandbox.write(name, f"#!/bin/sh\n{text}") for name, text in (
            ("m.sh", f"touch '{began}'; {wait.format(seen)}"), ("w.sh", wait.format(began)))]
        for mapper in mappers:
            mapper.chmod(0o755)
        program = self.hws("f", '<fork name="f"><transition to="m"/><transition to="w"/></fork>'
                           + self.hadoop("m", str(mappers[0]), to="j")
                           + self.hadoop("w", str(mappers[1]), to="d", values={"mapred.output.dir": self.sandbox.path("w")})
                           + self.mkdir("d", f'{seen}/${{hadoop:jobStatus("m")}}', to="j")
                           + '<join name="j"><transition to="end"/></join>')
        self.assert_code(program.run(params={"user.name": "joe"}), SUCCEEDED)
        self.assertEqual(os.listdir(seen), ["RUNNING"])

    def test_the_user_of_a_hadoop_action_of_hws_prepares_it(self):
        self.sandbox.write("in/a", "x\n")
        peer = HttpPeer(name_node)
        self.addCleanup(peer.close)
        values = {"user.name": "ann", "fs.default.name": f"webhdfs://127.0.0.1:{peer.port}",
                  **{name: f"file://{path}" for name, path in self.paths().items()}}
        program = self.hws("m", self.hadoop("m", "cat", to="end", values=values,
                                            more='<prepare><delete path="/old"/></prepare>'))
        self.assert_code(program.run(params={"user.name": "joe"}), SUCCEEDED)
        self.assertEqual(deleted_by(peer), [("/webhdfs/v1/old", "ann")])

    def test_wrong_archives(self):
        self.sandbox.write("in/a", "x\n")
        self.sandbox.write("broken.zip", "PK and no more")
        self.sandbox.write("other.rar", "x")
        with tarfile.open(self.sandbox.path("escape.tar"), "w") as tar:
            tar.add(self.sandbox.path("in/a"), arcname="../escaped")
        cases = [("broken.zip", "JA018", "it is not an intact ZIP archive"), ("other.rar", "JA018", ".tar.gz or .tgz"),
                 ("escape.tar", "JA018", "../escaped is outside"), ("absent.zip", "JA008", "absent.zip"),
                 ("broken.zip#a/b", "JA018", "a/b")]
        for number, (name, code, word) in enumerate(cases):
            with self.subTest(name):
                program = self.build(workflow(map_reduce(
                    "m", "cat", "cat", self.paths(),
                    more=f"<archive>{self.sandbox.path(name)}</archive>"), "m"), name=f"w{number}")
                self.assert_code(program.run(), KILLED)
                node = program.nodes()["m"]
                self.assertEqual(node["errorCode"], code)
                self.assertIn(word, node["errorMessage"])
                self.assertFalse(self.sandbox.path("out").exists())
                self.assertEqual(list(self.sandbox.folder.rglob("escaped")), [])

    def test_output_directory_exists(self):
        self.sandbox.write("in/a", "x\n")
        self.sandbox.write("out/kept", "")
        program = self.one()
        self.assert_code(program.run(), KILLED)
        node = program.nodes()["m"]
        self.assertEqual(node["errorCode"], "JA018")
        self.assertIn("already exists", node["errorMessage"])
        self.assertEqual(os.listdir(self.sandbox.path("out")), ["kept"])

    def test_wrong_jobs(self):
        self.sandbox.write("in/a", "x\n")
        cases = [({"mapred.reduce.tasks": "many"}, "mapreduce.job.reduces"),
                 ({"mapred.mapper.class": "com.example.M"}, "com.example.M"),
                 ({"mapred.input.dir": "/no/such/input"}, "input path does not exist"),
                 ({"mapred.input.dir": f"{self.sandbox.folder}/in/*.none"}, "matches 0 files"),
                 ({"mapred.output.dir": "/proc/none/out"}, "/proc/none"),
                 ({"mapred.output.dir": "s3a://bucket/out"}, "s3a")]
        for number, (values, word) in enumerate(cases):
            with self.subTest(word):
                text = workflow(map_reduce("m", "cat", "cat", {**self.paths(), **values}), "m")
                program = self.build(text, name=f"w{number}")
                self.assert_code(program.run(), KILLED)
                self.assertIn(word, program.nodes()["m"]["errorMessage"])

    def test_pipes_are_refused(self):
        text = workflow(map_reduce("m", "x", "y", self.paths()), "m")
        begin, end = text.index("<streaming>"), text.index("</streaming>") + len("</streaming>")
        program = self.build(text[:begin] + "<pipes><map>M</map></pipes>" + text[end:])
        self.assert_code(program.run(), KILLED)
        self.assertIn("does not run with --local", program.nodes()["m"]["errorMessage"])

    def test_a_config_class_of_streaming_is_refused(self):
        text = workflow(map_reduce("m", "x", "y", self.paths()), "m")
        program = self.build(text.replace("</configuration>", "</configuration><config-class>C</config-class>"))
        self.assert_code(program.run(), KILLED)
        self.assertIn("<config-class>, which is Java code, and <streaming> does not run with --local",
                      program.nodes()["m"]["errorMessage"])

    def test_the_files_of_lib(self):
        """The commands find them, also native libraries; an archive keeps its own name."""
        self.sandbox.write("in/a", "x\n")
        self.sandbox.write("app/lib/map.sh", '#!/bin/sh\ncat >/dev/null\nls *.so* more.zip\necho "$LD_LIBRARY_PATH"\n').chmod(0o755)
        self.sandbox.write("app/lib/libx.so.1", "")
        with zipfile.ZipFile(self.sandbox.path("app/lib/more.zip"), "w") as archive:
            archive.writestr("inside", "")
        self.sandbox.write("app/workflow.xml", workflow(
            map_reduce("m", "map.sh", "cat", self.paths(), more="<archive>lib/more.zip</archive>"), "m"))
        program = self.build(self.sandbox.path("app"))
        self.assert_code(program.run(), SUCCEEDED)
        lines = [line.rstrip("\t") for line in self.part().splitlines()]
        for name in ("libx.so", "libx.so.1", "inside"):
            self.assertIn(name, lines)
        self.assertTrue(any(line.endswith("/attempts/1") for line in lines), lines)

    def test_without_local_and_network_nothing_starts(self):
        self.sandbox.write("in/a", "x\n")
        program = self.build(workflow(map_reduce("m", "cat", "cat", self.paths()), "m"), "--no-network")
        result = program("run", "--progress", "none")
        self.assert_refused(result, USAGE, "m", "--local")

    def test_failing_mapper_shows_its_last_words(self):
        self.sandbox.write("in/a", "x\n")
        self.sandbox.write("fail.sh", "echo all is lost >&2; exit 9\n")
        program = self.one("fail.sh", more=f"<file>{self.sandbox.path('fail.sh')}</file>")
        self.assert_code(program.run(), KILLED)
        message = program.nodes()["m"]["errorMessage"]
        self.assertIn("exit code 9", message)
        self.assertIn("all is lost", message)
        self.nothing_left(program)

    def test_environment(self):
        self.sandbox.write("in/a", "x\n")
        self.sandbox.write("map.sh", 'cat >/dev/null; echo "$A|$my_key|$HPDL_NODE|$map_input_file"\n')
        program = self.one("map.sh", more=f"<file>{self.sandbox.path('map.sh')}</file>",
                           values={"my.key": "v", "mapred.reduce.tasks": 0},
                           env="<env>A=two words</env>")
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.part(), f"two words|v|m|file:{self.sandbox.path('in/a')}\t\n")

    def waiting(self):
        """A job whose mapper goes on when `go` is there."""
        folder = self.sandbox.folder
        self.sandbox.write("in/a", "x\n")
        self.sandbox.write("wait.sh", f"echo $$ >>{folder}/mappers\nuntil [ -e {folder}/go ] || "
                           f"[ ! -d {folder} ]; do sleep 0.05; done; cat\n")
        program = self.one("wait.sh", more=f"<file>{self.sandbox.path('wait.sh')}</file>")
        child = self.sandbox.spawn(program)
        self.assertTrue(program.wait_for(lambda: self.lines("mappers")), "did not start")
        return program, child

    def test_resume_takes_the_job_over(self):
        program, child = self.waiting()
        child.send_signal(signal.SIGKILL)
        child.wait()
        self.sandbox.write("go", "")
        self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)
        self.assertEqual(self.part(), "x\t\n")
        self.assertEqual(len(self.lines("mappers")), 1, "the mapper ran once")
        self.nothing_left(program)

    def test_kill_ends_the_commands(self):
        program, child = self.waiting()
        self.assert_code(program("kill", program.job), 0)
        self.assertEqual(child.wait(timeout=TIMEOUT), KILLED)
        mapper = self.lines("mappers")[0]
        self.assertTrue(program.wait_for(lambda: not Path(f"/proc/{mapper}").exists()))
        self.nothing_left(program)

    def test_a_killed_worker_leaves_nothing(self):
        program, child = self.waiting()
        mapper = int(self.lines("mappers")[0])
        status = Path(f"/proc/{mapper}/status").read_text()
        worker = int(status.split("PPid:")[1].split()[0])
        os.kill(worker, signal.SIGKILL)
        self.assertEqual(child.wait(timeout=TIMEOUT), KILLED)
        self.assertIn("signal 9", program.nodes()["m"]["errorMessage"])
        self.assertTrue(program.wait_for(lambda: not Path(f"/proc/{mapper}").exists()))
        self.nothing_left(program)

    def test_memory_is_bounded(self):
        """200 MB through a sort that may use 16 MB: the address space of all processes is limited."""
        line = "key-%08d\tsome value that makes the line longer than its key alone\n"
        with open(self.sandbox.write("in/a", ""), "w") as file:
            for block in range(300):
                file.write("".join(line % ((block * 10000 + i) * 7919 % 9999991)
                                   for i in range(10000)))
        self.assertGreater(self.sandbox.path("in/a").stat().st_size, 200_000_000)
        program = self.one(reducer="wc", values={"io.sort.mb": 16})
        limited = run(["sh", "-c", 'ulimit -v 400000; exec "$@"', "sh", program.path, "run", "--local",
                       "--progress", "none", "--id-file", program.id_file, "--parallel", "2",
                       "--state", program.state], timeout=600)
        self.assert_code(limited, SUCCEEDED)
        self.assertEqual(self.part().split()[0], "3000000")
        self.nothing_left(program)


if __name__ == "__main__":
    closing.main()
