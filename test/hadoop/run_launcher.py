"""Commands in the cluster by the launcher: shell, java, distcp and pig, side by side in forks of few workflows."""

import collections
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import closing
import cluster
from programs import *  # noqa: F403
from yarn_case import YarnCase, action, properties

# Small containers, so that many run at a time.
SMALL = {"oozie.launcher.default.memory.mb": "320"}
SHELL = "uri:oozie:shell-action:1.0"


def command(name, script, *words, capture=False, more="", to="j", error="j"):
    """A shell action that runs a script by sh."""
    arguments = "".join(f"<argument>{escape(word)}</argument>" for word in ("-c", script, "sh", *words))
    return action(name, f'<shell xmlns="{SHELL}"><exec>/bin/sh</exec>{arguments}{more}'
                        f"{'<capture-output/>' if capture else ''}</shell>", to, error)


def side_by_side(actions):
    """A workflow's body in which all actions run at a time, whatever they come to."""
    names = [text.split('"', 2)[1] for text in actions]
    return fork("f", *names) + "".join(actions) + join("j"), "f"


class LauncherCase(YarnCase):
    def together(self, actions, files=(), params=None):
        """Runs actions side by side in one job, with files of the application; their records."""
        body, start = side_by_side(actions)
        folder = self.sandbox.path("app")
        folder.mkdir(exist_ok=True)
        (folder / "workflow.xml").write_text(self.definition(body, start))
        program = self.build(folder)
        result = self.start(program, params={**SMALL, **(params or {})}, timeout=300)
        self.assert_code(result, SUCCEEDED)
        self.program = program
        return program.nodes()

    def failed(self, node, *parts):
        self.assertEqual((node["status"], node["errorCode"], node["externalStatus"]),
                         ("ERROR", "JA018", "FAILED/KILLED"), node)
        for part in parts:
            self.assertIn(part, node["errorMessage"])


class Shell(LauncherCase):
    def test_ends_and_what_comes_back(self):
        app = self.sandbox.path("app")
        self.sandbox.write("app/tool.sh", "echo tool $1 >&2; echo from=tool\n")
        self.sandbox.write("app/data/in.txt", "bundled")
        self.put("far.txt", "far")
        archive = app / "pack.tar.gz"
        self.sandbox.write("pack/inner/file", "packed")
        subprocess.run(["tar", "czf", archive, "-C", self.sandbox.path("pack"), "inner"], check=True)
        files = (f"<file>data/in.txt#own.txt</file><file>{self.url('far.txt')}</file>"
                 "<archive>pack.tar.gz#pack</archive>")
        nodes = self.together([
            command("ok", "true"),
            command("fails", "seq 100 >&2; echo all is lost >&2; exit 7"),
            command("signal", "kill -9 $$"),
            command("captured", "echo a=1; echo '# x'; echo 'b : \\u00e9'", capture=True),
            command("much", "i=0; while [ $i -lt 400 ]; do echo key$i=value; i=$((i+1)); done", capture=True),
            command("broken", "echo 'a=\\\\u1'", capture=True),
            command("words", 'echo "n=$#"; echo "w=$1,$2,$3"; echo "e=$WHO $HPDL_NODE"; echo "u=$HADOOP_USER_NAME"',
                    "a  b", "$HOME", "*", capture=True, more="<env-var>WHO=me=you</env-var>"),
            command("files", 'echo "f=$(cat own.txt far.txt pack/inner/file)"', capture=True, more=files),
            action("tool", f'<shell xmlns="{SHELL}"><exec>tool.sh</exec><argument>x</argument><capture-output/></shell>',
                   "j", "j"),
            action("missing", f'<shell xmlns="{SHELL}"><exec>no-such-command</exec></shell>', "j", "j"),
            action("nofile", f'<shell xmlns="{SHELL}"><exec>sh</exec><file>{self.url("none")}</file></shell>', "j", "j"),
        ])
        for name in ("ok", "captured", "words", "files", "tool"):
            self.assertEqual(nodes[name]["externalStatus"], "SUCCEEDED", nodes[name])
        self.assertIsNone(nodes["ok"]["data"])
        self.failed(nodes["fails"], "exit code 7; standard error ends with:\n92\n", "\nall is lost")
        self.failed(nodes["signal"], "ended by signal 9 (SIGKILL)")
        self.assertIn("a=1", nodes["captured"]["data"])
        self.failed(nodes["much"], "captured output has 5090 bytes, the limit is 2048")
        self.failed(nodes["broken"], "captured output:1")
        for part in ("n=3", "w=a  b,$HOME,*", "e=me=you words", f"u={self.user}"):
            self.assertIn(part, nodes["words"]["data"])
        self.assertIn("f=bundledfarpacked", nodes["files"]["data"])
        self.assertIn("from=tool", nodes["tool"]["data"])
        self.failed(nodes["missing"], "cannot start no-such-command: No such file or directory")
        self.assertEqual((nodes["nofile"]["status"], nodes["nofile"]["errorCode"]), ("ERROR", "JA008"))
        self.one_application_each(nodes)

    def one_application_each(self, nodes):
        """As YARN sees them; nothing is left in the user's folder but what is shared."""
        mine = {node["externalId"]: name for name, node in nodes.items()
                if (node["externalId"] or "").startswith("application_")}
        apps = {app["id"]: app for app in self.apps()}
        self.assertEqual({key for key, app in apps.items() if app["state"] != "NEW"} - set(mine), set())
        for key, name in mine.items():
            if key in apps:
                well = nodes[name]["status"] == "OK" or name in ("much", "broken")
                self.assertEqual(apps[key]["finalStatus"], "SUCCEEDED" if well else "FAILED", name)
        self.assertEqual(self.hdfs.names(f"/user/{self.user}/.hpdl/attempts"), [])
        kept = [name for folder in self.hdfs.names(f"/user/{self.user}/.hpdl/cache")
                for name in self.hdfs.names(f"/user/{self.user}/.hpdl/cache/{folder}")]
        self.assertEqual(sorted(kept), ["hpdl-launch", "hpdl-launcher.jar", "in.txt", "pack.tar.gz", "tool.sh"],
                         "each content once, however many actions need it")


if __name__ == "__main__":
    closing.main()
