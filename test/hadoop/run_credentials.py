"""Credentials of actions in a real cluster: one without Kerberos needs no tokens, one that says kerberos is not asked."""

import json
import sys
import urllib.error
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403
from yarn_case import YarnCase, action, properties

TYPES = {
    "hive": ("hive2", {"hive2.jdbc.url": "jdbc:hive2://127.0.0.1:1/default", "hive2.server.principal": "hive/_HOST@R"}),
    "metastore": ("hcat", {"hcat.metastore.uri": "thrift://127.0.0.1:1", "hcat.metastore.principal": "hive/_HOST@R"}),
    "habit": ("hbase", {"hbase.zookeeper.quorum": "${host}"}),
    "nn": ("hdfs", {}), "rm": ("yarnRM", {}), "rm2": ("yarn", {}), "history": ("jhs", {}),
}


class Credentials(YarnCase):
    def declared(self, text, asked):
        rows = "".join(f'<credential name="{name}" type="{kind}">{properties(values)[15:-16]}</credential>'
                       for name, (kind, values) in TYPES.items())
        text = text.replace("</global>", f"</global><credentials>{rows}</credentials>")
        return text.replace('<action name="', f'<action cred="{asked}" name="')

    def program(self, asked=None):
        """A command that shows its configuration, and whether a file of tokens beside it has one for HDFS."""
        script = ('sed "s/<property>/\\\\n/g" "$OOZIE_ACTION_CONF_XML" | grep -c "jdbc:hive2\\|thrift:\\|<value>h1<" >seen;'
                  ' echo "lines=$(cat seen)"; echo "tokens=$(grep -c HDFS_DELEGATION "$HADOOP_TOKEN_FILE_LOCATION")"')
        body = (f'<shell xmlns="uri:oozie:shell-action:1.0"><exec>sh</exec><argument>-c</argument>'
                f'<argument>{escape(script)}</argument><capture-output/></shell>')
        return self.build(self.declared(self.definition(action("a", body), "a"), asked or ",".join(TYPES)))

    def test_all_types_without_kerberos(self):
        program = self.program()
        self.assert_code(self.start(program, params={"host": "h1"}, timeout=300), SUCCEEDED)
        self.assertEqual(program.nodes()["a"]["data"], "lines=3\ntokens=0\n")
        self.assertEqual(len(self.apps()), 1)

    def test_services_issue_no_token_without_kerberos(self):
        """Why none is asked for: what the services themselves say."""
        reply = self.hdfs.call("GET", "/", "GETDELEGATIONTOKEN", renewer="yarn")
        self.assertIsNone(reply and reply["Token"], reply)
        request = urllib.request.Request(
            f"http://{self.hdfs.rm_http}/ws/v1/cluster/delegation-token?user.name={self.user}", method="POST",
            data=json.dumps({"renewer": "yarn"}).encode(), headers={"Content-Type": "application/json"})
        with self.assertRaises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request, timeout=TIMEOUT)
        self.assertIn("delegation token", refused.exception.read().decode().lower())

    def test_a_cluster_that_says_kerberos(self):
        conf = self.conf_with("secure", core={"hadoop.security.authentication": "kerberos"})
        program = self.program("hive")
        self.assert_code(self.start(program, params={"host": "h1"}, conf=conf, timeout=120), KILLED)
        node = program.nodes()["a"]
        self.assertEqual((node["status"], node["errorCode"]), ("ERROR", "JA020"), node)
        self.assertEqual(node["errorMessage"], "credential 'hive' of type hive2 needs Kerberos, which hpdl does not support: "
                         "hadoop.security.authentication of the cluster is kerberos")
        self.assertEqual(self.apps(), [], "nothing was submitted")
        self.assert_code(self.start(program, params={"host": "h1", "oozie.credentials.skip": "true"}, conf=conf, timeout=300),
                         SUCCEEDED)


if __name__ == "__main__":
    closing.main()
