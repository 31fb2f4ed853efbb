"""fs and hdfs actions on a real HDFS: each command, its errors, users, strange names, large directories."""

import io
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from hdfs_case import HdfsCase
from ports import free_port
from programs import *  # noqa: F403


class HdfsTest(HdfsCase):
    """A test with a directory of its own in HDFS, which belongs to alice."""

    def url(self, name=""):
        return f"{self.hdfs.name_node}{self.root}/{name}"

    def write(self, name, content=b""):
        self.hdfs.write(f"{self.root}/{name}", content)
        parts = name.split("/")
        for end in range(len(parts)):
            path = "/".join(parts[:end + 1])
            self.hdfs.call("PUT", f"{self.root}/{path}", "SETOWNER", owner="alice")

    def mkdir(self, name, **options):
        self.hdfs.mkdir(f"{self.root}/{name}", owner=options.pop("owner", "alice"), **options)

    def status(self, name):
        return self.hdfs.status(f"{self.root}/{name}")

    def exists(self, name):
        return self.status(name) is not None

    def names(self, name=""):
        return self.hdfs.names(f"{self.root}/{name}".rstrip("/"))

    def start(self, program, *arguments, user="alice", env=None, params=None, **options):
        environment = dict(self.environment, HADOOP_USER_NAME=user, **(env or {}))
        return program.run(*arguments, params={"user.name": user, **(params or {})}, env=environment,
                           **options)

    def do(self, commands, code=SUCCEEDED, version="1.0", name_node="", arguments=(), **options):
        """Runs one fs action; its record."""
        if name_node:
            commands = f"<name-node>{name_node}</name-node>{commands}"
        text = workflow(fs("a", commands), "a", version)
        if version != "1.0":
            text = text.replace("resource-manager", "job-tracker")
        program = self.build(text)
        self.assert_code(self.start(program, *arguments, **options), code)
        return program.nodes()["a"]


class Commands(HdfsTest):
    def test_mkdir_with_parents_and_again(self):
        self.do(f'<mkdir path="{self.url("x/y/z")}"/>')
        self.do(f'<mkdir path="{self.url("x/y/z")}"/>')
        self.assertEqual(self.status("x/y/z")["type"], "DIRECTORY")
        self.assertEqual(self.status("x/y/z")["owner"], "alice")

    def test_delete_a_tree_and_nothing(self):
        self.write("x/y/f", "1")
        self.do(f'<delete path="{self.url("x")}"/>')
        self.assertFalse(self.exists("x"))
        self.do(f'<delete path="{self.url("x")}"/>')

    def test_delete_into_the_trash(self):
        home = self.hdfs.home("alice")
        self.write("f", "precious")
        self.do(f'<delete path="{self.url("f")}" skip-trash="false"/>', version="0.5")
        self.assertFalse(self.exists("f"))
        self.assertEqual(self.hdfs.read(f"{home}/.Trash/Current{self.root}/f"), b"precious")

    def test_delete_a_pattern(self):
        for name in ("d/a.tmp", "d/b.tmp", "d/c.txt", "e/a.tmp"):
            self.write(name)
        self.do(f'<delete path="{self.url("{d,e}/*.tmp")}"/>')
        self.assertEqual((self.names("d"), self.names("e")), (["c.txt"], []))

    def test_the_root_is_not_deleted(self):
        node = self.do(f'<delete path="{self.hdfs.name_node}/"/>', KILLED)
        self.assertEqual(node["errorCode"], "FS005")

    def test_move_to_a_new_name(self):
        self.write("x", "content")
        self.do(f'<move source="{self.url("x")}" target="{self.root}/y"/>')
        self.assertEqual(self.hdfs.read(f"{self.root}/y"), b"content")
        self.assertFalse(self.exists("x"))

    def test_move_into_a_directory(self):
        self.write("x", "content")
        self.mkdir("d")
        self.do(f'<move source="{self.url("x")}" target="{self.url("d")}"/>')
        self.assertEqual(self.names("d"), ["x"])

    def test_move_a_pattern(self):
        for name in ("in/p-1", "in/p-2", "in/q"):
            self.write(name)
        self.mkdir("out")
        self.do(f'<move source="{self.url("in/p-*")}" target="{self.url("out")}"/>')
        self.assertEqual((self.names("in"), self.names("out")), (["q"], ["p-1", "p-2"]))

    def test_move_refusals(self):
        self.write("x", "new")
        self.write("y", "old")
        self.write("p-1")
        self.write("p-2")
        cases = {
            (self.url("nosuch"), self.url("z")): "FS006",
            (self.url("x"), self.url("y")): "FS008",
            (self.url("x"), self.url("no/such/z")): "FS008",
            (self.url("p-*"), self.url("z")): "FS012",
            (self.url("x"), "file:///tmp/x"): "FS007",
            (self.url("x"), "hdfs://other:8020/x"): "FS007",
        }
        for (source, target), code in cases.items():
            with self.subTest(source=source, target=target):
                node = self.do(f'<move source="{source}" target="{target}"/>', KILLED)
                self.assertEqual(node["errorCode"], code, node)
        self.assertEqual(self.hdfs.read(f"{self.root}/y"), b"old")
        self.assertTrue(self.exists("x"))

    def test_commands_before_the_failed_one_stay_done(self):
        self.write("keep")
        node = self.do(f'<delete path="{self.url("keep")}"/>'
                       f'<move source="{self.url("nosuch")}" target="{self.url("y")}"/>', KILLED)
        self.assertEqual(node["errorCode"], "FS006")
        self.assertFalse(self.exists("keep"))

    def test_later_commands_see_what_earlier_ones_make(self):
        self.write("in", "1")
        self.do(f'<delete path="{self.url("old")}"/><mkdir path="{self.url("a/b")}"/>'
                f'<move source="{self.url("in")}" target="{self.url("a/b")}"/>'
                f'<move source="{self.url("a")}" target="{self.url("c")}"/>'
                f'<chmod path="{self.url("c/b/in")}" permissions="-rw-r-----"/>'
                f'<touchz path="{self.url("c/_DONE")}"/>')
        self.assertEqual(self.names("c"), ["_DONE", "b"])
        self.assertEqual(self.status("c/b/in")["permission"], "640")

    def test_chmod_one_level_and_recursive(self):
        self.write("d/f")
        self.write("d/e/g")
        self.hdfs.call("PUT", f"{self.root}/d/e/g", "SETPERMISSION", permission="600")
        for name in ("d", "d/e"):
            self.hdfs.call("PUT", f"{self.root}/{name}", "SETOWNER", owner="alice")
        self.do(f'<chmod path="{self.url("d")}" permissions="750"/>')
        self.assertEqual([self.status(n)["permission"] for n in ("d", "d/f", "d/e", "d/e/g")],
                         ["750", "750", "750", "600"])
        self.do(f'<chmod path="{self.url("d")}" permissions="711"><recursive/></chmod>')
        self.assertEqual(self.status("d/e/g")["permission"], "711")
        self.do(f'<chmod path="{self.url("d")}" permissions="700" dir-files="false"/>')
        self.assertEqual([self.status(n)["permission"] for n in ("d", "d/f")], ["700", "711"])

    def test_touchz(self):
        self.do(f'<touchz path="{self.url("new/empty")}"/>')
        first = self.status("new/empty")
        self.assertEqual((first["length"], first["owner"]), (0, "alice"))
        self.do(f'<touchz path="{self.url("new/empty")}"/>')
        self.assertGreater(self.status("new/empty")["modificationTime"], first["modificationTime"])
        self.write("full", "1")
        self.assertEqual(self.do(f'<touchz path="{self.url("full")}"/>', KILLED)["errorCode"], "FS014")
        self.assertEqual(self.do(f'<touchz path="{self.url("new")}"/>', KILLED)["errorCode"], "FS014")

    def test_chgrp_and_setrep(self):
        self.write("f")
        self.do(f'<chgrp path="{self.url("f")}" group="analysts"/>', user=self.hdfs.user)
        self.assertEqual(self.status("f")["group"], "analysts")
        self.do(f'<setrep path="{self.url("f")}" replication-factor="3"/>', version="0.5")
        self.assertEqual(self.status("f")["replication"], 3)
        node = self.do(f'<setrep path="{self.root}" replication-factor="3"/>', KILLED, version="0.5",
                       name_node=self.hdfs.name_node)
        self.assertEqual(node["errorCode"], "FS009")

    def test_name_node_relative_paths_and_the_default_file_system(self):
        name = self.root.rsplit("/", 1)[1]
        home = self.hdfs.home("alice")
        self.addCleanup(self.hdfs.delete, f"{home}/{name}")
        self.do(f'<mkdir path="{name}/from-home"/>', name_node=self.hdfs.name_node)
        self.assertTrue(self.hdfs.exists(f"{home}/{name}/from-home"))
        self.do(f'<mkdir path="{self.root}/plain"/>', name_node=self.hdfs.name_node)
        self.do(f'<mkdir path="hdfs://{self.root}/no-authority"/>')
        self.assertEqual(self.names(), ["no-authority", "plain"])

    def test_webhdfs_urls(self):
        base = f"webhdfs://{self.hdfs.http}{self.root}"
        self.write("f", "1")
        self.do(f'<mkdir path="{base}/d"/><move source="{base}/f" target="{base}/d"/>')
        self.assertEqual(self.names("d"), ["f"])

    def test_strange_names(self):
        names = ["with blank", "100%", "a+b", "a&amp;b=c", "hash#1", "ümlaut", "semi;colon", "q'uote",
                 "%41", "日本"]
        commands = "".join(f'<mkdir path="{self.url("d/" + name)}"/>' for name in names)
        commands += "".join(f'<touchz path="{self.url("f/" + name)}"/>' for name in names)
        self.do(commands)
        plain = sorted(name.replace("&amp;", "&") for name in names)
        self.assertEqual(self.names("d"), plain)
        self.assertEqual(self.names("f"), plain)
        self.do("".join(f'<move source="{self.url("f/" + name)}" target="{self.url("d/" + name)}"/>'
                        for name in names))
        self.assertEqual(self.names("f"), [])

    def test_a_large_directory_is_listed_in_batches(self):
        self.mkdir("big")
        for number in range(3000):
            self.hdfs.call("PUT", f"{self.root}/big/d{number:04}", "MKDIRS")
        self.hdfs.call("PUT", f"{self.root}/big", "SETOWNER", owner="alice")
        self.write("big/zz-last", "12345")
        site = self.sandbox.write("site.xml", "<configuration><property><name>oozie.action.fs.glob.max</name>"
                                              "<value>2999</value></property></configuration>")
        node = self.do(f'<chmod path="{self.url("big/d*")}" permissions="700"/>', KILLED, arguments=("--site", site))
        self.assertEqual(node["errorCode"], "FS013")
        node = self.do(f'<delete path="{self.url("big/z*")}"/>')
        self.assertFalse(self.exists("big/zz-last"))
        self.write("big/zz-last", "12345")
        self.do(f'<chmod path="{self.url("big")}" permissions="750"/>', user=self.hdfs.user)
        for name in ("d0000", "d1500", "d2999", "zz-last"):
            self.assertEqual(self.status(f"big/{name}")["permission"], "750")

    def test_mkdir_where_a_file_is(self):
        self.write("f")
        for name in ("f", "f/below"):
            node = self.do(f'<mkdir path="{self.url(name)}"/>', KILLED)
            self.assertEqual(node["errorCode"], "FS004")

    def test_prepare(self):
        out = self.sandbox.path("out")
        self.write("old/f")
        body = (f'<action name="a"><shell xmlns="uri:oozie:shell-action:1.0">'
                f"<name-node>{self.hdfs.name_node}</name-node>"
                f'<prepare><delete path="{self.url("old")}"/><mkdir path="{self.root}/new"/></prepare>'
                f"<exec>touch</exec><argument>{out}</argument></shell>"
                '<ok to="end"/><error to="killed"/></action>')
        self.assert_code(self.start(self.build(workflow(body, "a"))), SUCCEEDED)
        self.assertEqual(self.names(), ["new"])
        self.assertTrue(out.exists())


class Users(HdfsTest):
    def test_permissions_are_an_error_of_the_command(self):
        self.mkdir("private", mode="700")
        for command in (f'<mkdir path="{self.url("private/x")}"/>', f'<delete path="{self.url("private/x")}"/>',
                        f'<touchz path="{self.url("private/x")}"/>',
                        f'<chmod path="{self.url("private")}" permissions="777"/>'):
            node = self.do(command, KILLED, user="joe")
            self.assertEqual(node["errorCode"], "FS014", node)
            self.assertIn("Permission denied: user=joe", node["errorMessage"])

    def test_a_proxy_user_works_for_those_it_may(self):
        site = self.sandbox.write("site.xml", "<configuration><property><name>hpdl.hadoop.proxy.user"
                                  "</name><value>proxy</value></property></configuration>")
        command = f'<mkdir path="{self.url("made")}"/>'
        program = self.build(workflow(fs("a", command), "a"))
        self.assert_code(self.start(program, "--site", site), SUCCEEDED)
        self.assertEqual(self.status("made")["owner"], "alice")
        self.assert_code(self.start(program, "--site", site, user="mallory"), KILLED)
        node = program.nodes()["a"]
        self.assertEqual(node["errorCode"], "FS004")
        self.assertIn("mallory", node["errorMessage"])


class Hws(HdfsTest):
    def hws(self, commands, user=None):
        who = f"<user>{user}</user>" if user else ""
        return self.build(
            f'<hadoop-workflow name="test"><start to="a"/><hdfs name="a"><file-system>'
            f"{self.hdfs.name_node}</file-system>{who}<commands>{commands}</commands>"
            '<transition name="OK" to="end"/><transition name="ERROR" to="bad"/></hdfs>'
            '<end name="end"/><fail name="bad"><message>bad</message></fail></hadoop-workflow>')

    def test_commands(self):
        self.write("in", "1")
        program = self.hws(f'<delete path="{self.root}/none"/><mkdir path="{self.root}/d"/>'
                           f'<move source="{self.root}/in" target="{self.root}/d/out"/>')
        self.assert_code(self.start(program), SUCCEEDED)
        self.assertEqual(self.names("d"), ["out"])

    def test_the_target_of_a_move_must_not_be_there(self):
        self.write("in", "1")
        self.mkdir("d")
        program = self.hws(f'<move source="{self.root}/in" target="{self.root}/d"/>')
        self.assert_code(self.start(program), FAILED)
        self.assertEqual(program.nodes()["a"]["errorCode"], "FS008")
        self.assertTrue(self.exists("in"))

    def test_the_user_of_the_element(self):
        self.addCleanup(self.hdfs.delete, "/user/bob/of-bob")
        program = self.hws('<mkdir path="of-bob"/>', user="bob")
        self.assert_code(self.start(program), SUCCEEDED)
        self.assertEqual(self.hdfs.status("/user/bob/of-bob")["owner"], "bob")


class Functions(HdfsTest):
    def evaluate(self, expressions):
        out = self.sandbox.path("out")
        program = self.build(workflow(
            shell("a", f'printf "%s\\n" "$@" >{out}',
                  arguments=["${" + expression + "}" for expression in expressions]), "a"))
        return program, out

    def test_answers(self):
        self.write("d/f", "12345")
        self.write("d/ü x", "123")
        cases = {
            f"fs:exists('{self.url('d')}')": "true", f"fs:exists('{self.url('x')}')": "false",
            f"fs:exists('{self.url('d/*')}')": "true", f"fs:exists('{self.url('{x,y}*')}')": "false",
            f"fs:isDir('{self.url('d')}')": "true", f"fs:isDir('{self.url('d/f')}')": "false",
            f"fs:fileSize('{self.url('d/f')}')": "5", f"fs:fileSize('{self.url('d')}')": "0",
            f"fs:fileSize('{self.url('d/ü x')}')": "3",
            f"fs:dirSize('{self.url('d')}')": "8", f"fs:dirSize('{self.url('x')}')": "-1",
            f"fs:blockSize('{self.url('d/f')}')": "16777216",
        }
        program, out = self.evaluate(cases)
        self.assert_code(self.start(program), SUCCEEDED)
        self.assertEqual(out.read_text().splitlines(), list(cases.values()))

    def test_decisions_and_puts_are_done_once(self):
        self.write("flag")
        cases = [("yes", "${token:put('k', 'v') eq 'v' and fs:exists('" + self.url("flag") + "')}")]
        out = self.sandbox.path("out")
        program = self.build(workflow(
            decision("choose", cases, "no") + shell("yes", f"echo ${{token:nodes('k')}} >{out}")
            + shell("no", f"echo no >{out}"), "choose"))
        self.assert_code(self.start(program), SUCCEEDED)
        self.assertEqual(out.read_text(), "choose\n")

    def test_what_is_refused_fails_the_evaluation(self):
        self.mkdir("private", mode="700")
        program, _ = self.evaluate([f"fs:exists('{self.url('private/f')}')"])
        result = self.assert_code(self.start(program, user="joe"), FAILED)
        self.assertIn("Permission denied", program.info()["job"].get("errorMessage", "") + str(result))

    def test_no_name_node_suspends_and_resume_asks_again(self):
        self.write("flag")
        port = free_port()
        path = f"webhdfs://127.0.0.1:{port}{self.root}/flag"
        program = self.build(workflow(
            decision("choose", [("end", f"${{fs:exists('{path}')}}")], "killed"), "choose"))
        quick = {"oozie.action.retries.max": "1", "oozie.action.retry.interval": "0"}
        self.assert_code(self.start(program, params=quick), SUSPENDED)
        self.assertIn("choose", program.info()["job"]["suspendedBy"])
        with forwarder(port, self.hdfs.http_port):
            result = program("resume", program.job, "--progress", "none", env=self.environment)
        self.assert_code(result, SUCCEEDED)


class Paths(HdfsTest):
    """What hpdlc and programs read from HDFS."""

    def application(self):
        text = workflow(shell("a", "cat in.txt; echo ${greeting}"), "a").replace(
            "</shell>", "<file>data/in.txt</file></shell>")
        self.write("app/workflow.xml", text)
        self.write("app/config-default.xml", "<configuration><property><name>greeting</name>"
                   "<value>hello</value></property></configuration>")
        self.write("app/data/in.txt", "from HDFS\n")
        self.write("app/.hpdlignore", "*.log\n")
        # Looked at, each would be a warning, and so an error here.
        self.write("app/.git/id_rsa", "key")
        self.write("app/lib/.hpdlc.secret", "key")
        self.write("app/noise.log", "x")
        return self.url("app")

    def hpdlc(self, *arguments):
        return run([HPDLC, *arguments], env=self.environment)

    def test_an_application_directory(self):
        app = self.application()
        self.assert_code(self.hpdlc("verify", "-Werror", app), 0)
        self.assertIn("flowchart", self.hpdlc("graph", app, "--format", "mermaid").out)
        target = self.sandbox.path("app.bin")
        self.assert_code(self.hpdlc("build", app, "-o", target), 0)
        program = Program(target, self.sandbox.path("state"))
        self.assert_code(self.start(program), SUCCEEDED)
        log = program("log", program.job, "--node", "a").out
        self.assertIn("from HDFS", log)
        self.assertIn("hello", log)
        files = program("source", "--files").out
        self.assertIn("data/in.txt", files)
        self.assertNotIn("noise.log", files)

    def test_a_survey(self):
        app = self.application()
        self.write("other/job.properties", f"oozie.wf.application.path={app}\n".encode())
        self.write("other/odd.xml", b"<notes/>")
        self.write("other/flow.xml", workflow(fs("a", "<delete path='hdfs://old:8020/x'/>"), "a"))
        page = self.sandbox.path("page.html")
        report = self.assert_code(self.hpdlc("survey", "--format", "json", "--html", page, self.url()), 0).json()
        self.assertEqual([(row["file"], row["verdict"]) for row in report["definitions"]],
                         [(f"{self.url()}app/workflow.xml", "runs"), (f"{self.url()}other/flow.xml", "runs")])
        self.assertIn(("workflow", "inside"), [(row["what"], row["leads"]) for row in report["paths"]])
        self.assertIn("hdfs://old:8020", [row["address"] for row in report["addresses"]])
        self.assertEqual(report["unread"], [])
        self.assertIn("hdfs://old:8020", page.read_text())
        nothing = self.assert_code(self.hpdlc("survey", "--format", "json", self.url("nosuch")), USAGE).json()
        self.assertIn("no such file or directory", nothing["unread"][0])

    def test_an_archive(self):
        text = workflow(shell("a", "cat in.txt"), "a").replace("</shell>", "<file>data/in.txt</file></shell>")
        with io.BytesIO() as bytes_:
            with zipfile.ZipFile(bytes_, "w", zipfile.ZIP_DEFLATED) as packed:
                packed.writestr("app/workflow.xml", text)
                packed.writestr("app/data/in.txt", "from the archive\n")
                packed.writestr("app/.hpdlignore", "*.log\n")
                packed.writestr("app/noise.log", "x")
            self.write("app.zip", bytes_.getvalue())
        self.assert_code(self.hpdlc("verify", self.url("app.zip")), 0)
        target = self.sandbox.path("zip.bin")
        self.assert_code(self.hpdlc("build", self.url("app.zip"), "-o", target), 0)
        program = Program(target, self.sandbox.path("state"))
        self.assert_code(self.start(program), SUCCEEDED)
        self.assertIn("from the archive", program("log", program.job, "--node", "a").out)
        self.assertNotIn("noise.log", program("source", "--files").out)

    def test_defaults_beside_a_definition(self):
        self.write("app/workflow.xml", workflow(fs("a", "<delete path=\"${there}\"/>"), "a"))
        missing = self.hpdlc("verify", "-D", "other=1", self.url("app/workflow.xml"))
        self.assert_code(missing, 1)
        self.assertIn("MissingParameter", missing.err)
        self.write("app/config-default.xml", "<configuration><property><name>there</name>"
                   "<value>/tmp/x</value></property></configuration>")
        self.assert_code(self.hpdlc("verify", "-D", "other=1", self.url("app/workflow.xml")), 0)
        self.write("app/config-default.xml", "<configuration>")
        self.assert_refused(self.hpdlc("verify", self.url("app/workflow.xml")), 1, "config-default.xml:1", "BadProperties")

    def test_a_definition_by_webhdfs_with_an_error(self):
        self.write("bad.xml", workflow(fs("a", "", to="nowhere"), "a"))
        path = f"webhdfs://{self.hdfs.http}{self.root}/bad.xml"
        self.assert_refused(self.hpdlc("verify", path), 1, f"{path}:", "nowhere")

    def test_what_is_not_there(self):
        self.assert_refused(self.hpdlc("verify", self.url("nosuch")), 2, "no such file or directory")
        self.mkdir("empty")
        self.assert_refused(self.hpdlc("verify", self.url("empty")), 2, "no workflow.xml")
        for name, begin in (("some.zip", "PK\x03\x04"), ("empty.zip", "PK\x05\x06")):
            self.write(name, begin)
            self.assert_refused(self.hpdlc("verify", self.url(name)), 2, f"{name}: is not an intact ZIP archive")
        with io.BytesIO() as bytes_:
            with zipfile.ZipFile(bytes_, "w") as packed:
                packed.writestr("other.xml", "<a/>")
            self.write("other.zip", bytes_.getvalue())
        self.assert_refused(self.hpdlc("verify", self.url("other.zip")), 2, "other.zip: no workflow.xml")
        result = run([HPDLC, "verify", "hdfs://nn:8020/app"], env={"HADOOP_CONF_DIR": str(self.sandbox.folder)})
        self.assert_refused(result, 2, "core-site.xml")

    def test_property_files(self):
        self.write("job.properties", "place=from-config\n")
        program = self.build(workflow(fs("a", f'<mkdir path="{self.url("${place}")}"/>'), "a"))
        self.assert_code(self.start(program, "--config", self.url("job.properties")), SUCCEEDED)
        self.assertTrue(self.exists("from-config"))
        result = self.start(program, "--config", self.url("nosuch.properties"))
        self.assert_refused(result, USAGE, "nosuch.properties")
        definition = self.sandbox.path("workflow.xml")
        self.assert_code(self.hpdlc("verify", "--config", self.url("job.properties"), definition), 0)


class forwarder:  # noqa: N801
    """A port that leads to another one."""

    def __init__(self, port, to):
        self.port, self.to = port, to

    def __enter__(self):
        import socket
        import threading

        self.listener = socket.create_server(("127.0.0.1", self.port))

        def pump(source, target):
            try:
                while data := source.recv(65536):
                    target.sendall(data)
                target.shutdown(socket.SHUT_WR)
            except OSError:
                pass

        def accept():
            try:
                while True:
                    near, _ = self.listener.accept()
                    far = socket.create_connection(("127.0.0.1", self.to))
                    threading.Thread(target=pump, args=(near, far), daemon=True).start()
                    threading.Thread(target=pump, args=(far, near), daemon=True).start()
            except OSError:
                pass

        threading.Thread(target=accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.close()


if __name__ == "__main__":
    closing.main()
