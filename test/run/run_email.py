"""The email action against a real SMTP server; messages are read with Python's email package."""

import socket
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from ports import free_port
from programs import *  # noqa: F403
from smtp_peer import Smtp, make_certificates

MAIL = "oozie.email."
QUICK = {"oozie.action.retries.max": 3, "oozie.action.retry.interval": 0}


def email(name, fields, to="end", error="killed"):
    body = "".join(f"<{key}>{escape(text)}</{key}>" for key, text in fields)
    return (f'<action name="{name}"><email xmlns="uri:oozie:email-action:0.2">{body}</email>'
            f'<ok to="{to}"/><error to="{error}"/></action>')


PLAIN = (("to", "joe@example.org"), ("subject", "done"), ("body", "all well"))


class Email(ProgramTest):
    def smtp(self, **options):
        self.server = Smtp(self.sandbox.path("mail"), **options)
        self.addCleanup(self.server.close)
        return self.server

    def site(self, port=None, **more):
        """more: settings with _ for dots, below oozie.email."""
        settings = dict(QUICK)
        settings[MAIL + "smtp.port"] = port or self.server.port
        settings[MAIL + "from.address"] = "Flow <flow@example.org>"
        for name, value in more.items():
            settings[MAIL + name.replace("_", ".")] = value
        body = "".join(f"<property><name>{name}</name><value>{escape(str(value))}</value></property>\n"
                       for name, value in settings.items())
        return self.sandbox.write("site.xml", f"<configuration>\n{body}</configuration>\n")

    def send(self, code, fields=PLAIN, site=None, env=None, params=None, path=None):
        program = self.build(path or workflow(email("tell", fields), "tell"))
        self.program = program
        result = program.run("--site", site or self.site(), env=env, params=params)
        self.assert_code(result, code)
        return result

    def node(self):
        return self.program.nodes()["tell"]

    def test_message_as_a_reader_sees_it(self):
        self.smtp()
        text = "Grüße an alle.\n.\n..zwei Punkte\n" + "lang " * 400 + "\nEnde"
        self.send(SUCCEEDED, (
            ("to", 'joe@example.org,\n "Doe, Jürgen" <jd@example.org>'), ("cc", "cc@example.org"),
            ("bcc", "secret@example.org, joe@example.org"),
            ("subject", "Bericht für ${wf:name()}: " + "viele Wörter " * 20),
            ("body", text)))
        [envelope], [message] = self.server.envelopes(), self.server.messages()
        self.assertEqual(envelope["from"], "flow@example.org")
        self.assertEqual(envelope["to"], ["joe@example.org", "jd@example.org", "cc@example.org",
                                          "secret@example.org"])
        self.assertEqual([(a.display_name, a.addr_spec) for a in message["to"].addresses],
                         [("", "joe@example.org"), ("Doe, Jürgen", "jd@example.org")])
        self.assertEqual(message["from"].addresses[0].display_name, "Flow")
        self.assertEqual(message["subject"], ("Bericht für test: " + "viele Wörter " * 20).strip())
        self.assertNotIn("secret", envelope["data"])
        self.assertEqual(message.get_content_type(), "text/plain")
        self.assertEqual(message.get_content().replace("\r\n", "\n").rstrip("\n"), text)
        self.assertIsNotNone(message["date"].datetime)
        self.assertRegex(message["message-id"], r"^<hpdl-[0-9a-f]{32}@example\.org>$")
        for line in envelope["data"].split("\r\n"):
            self.assertLessEqual(len(line), 998)
            self.assertNotIn("\n", line)
        node = self.node()
        self.assertEqual(node["externalId"], message["message-id"][1:38])
        self.assertEqual(node["externalStatus"], "OK")

    def test_attachments(self):
        self.smtp()
        data = bytes(range(256)) * 1000
        self.sandbox.path("daten ü.bin").write_bytes(data)
        self.sandbox.write("app/conf/table.csv", "a,b\n1,2\n")
        self.sandbox.write("app/workflow.xml", workflow(email("tell", (
            ("to", "joe@example.org"), ("subject", "files"), ("body", "<b>see</b>"),
            ("content_type", "text/html"),
            ("attachment", "conf/table.csv,${folder}/daten ü.bin"))), "tell"))
        self.send(SUCCEEDED, path=self.sandbox.path("app"),
                  params={"folder": self.sandbox.folder})
        [message] = self.server.messages()
        self.assertEqual(message.get_content_type(), "multipart/mixed")
        body, table, binary = message.iter_parts()
        self.assertEqual((body.get_content_type(), body.get_content().strip()),
                         ("text/html", "<b>see</b>"))
        self.assertEqual((table.get_filename(), table.get_content()), ("table.csv", "a,b\n1,2\n"))
        self.assertEqual((binary.get_filename(), binary.get_content()), ("daten ü.bin", data))

    def test_start_tls_and_login(self):
        ca, server = make_certificates(self.sandbox.path("tls"))
        self.smtp(start_tls=str(server), auth=["me", "sesame-42"])
        trusted = {"SSL_CERT_FILE": str(ca)}
        login = {"smtp_starttls_enable": "true", "smtp_auth": "true", "smtp_username": "me",
                 "smtp_password": "sesame-42", "smtp_host": "localhost"}
        result = self.send(SUCCEEDED, site=self.site(**login), env=trusted)
        [envelope] = self.server.envelopes()
        self.assertTrue(envelope["tls"] and envelope["login"])
        # Where the password may not be: output, log, journal.
        log = self.program("log", self.program.job)
        journal = b"".join(path.read_bytes() for path in self.program.state.rglob("*")
                           if path.is_file())
        self.assertNotIn("sesame-42", result.out + result.err + log.out)
        self.assertNotIn(b"sesame-42", journal)
        # A wrong password: for the administrator to mend.
        self.send(SUSPENDED, site=self.site(**{**login, "smtp_password": "wrong"}), env=trusted)
        node = self.node()
        self.assertEqual((node["errorCode"], node["status"]), ("EM007", "START_MANUAL"))
        self.assertNotIn("wrong", node["errorMessage"])
        # An authority that nobody knows: nothing is sent, no password either.
        self.send(SUSPENDED, site=self.site(**login))
        self.assertEqual(len(self.server.envelopes()), 1)

    def test_start_tls_is_not_optional(self):
        self.smtp()
        self.send(SUSPENDED, site=self.site(smtp_starttls_enable="true"))
        self.assertEqual(self.server.envelopes(), [])

    def test_refused_recipient(self):
        self.smtp(refuse=["nobody@example.org"])
        self.send(KILLED, (("to", "joe@example.org,nobody@example.org"), *PLAIN[1:]))
        node = self.node()
        self.assertEqual((node["status"], node["errorCode"]), ("ERROR", "EM007"))
        self.assertIn("550", node["errorMessage"])
        self.assertIn("no such user here", node["errorMessage"])
        self.assertEqual(self.server.envelopes(), [], "all or nobody")

    def test_later_then_taken(self):
        self.smtp(later=2)
        self.send(SUCCEEDED)
        self.assertEqual(self.node()["attempt"], 2)
        self.assertEqual(len(self.server.envelopes()), 1)

    def test_nobody_there(self):
        port = free_port()
        self.send(SUSPENDED, site=self.site(port=port))
        node = self.node()
        self.assertEqual((node["errorCode"], node["attempt"]), ("EM007", 3))
        self.assertIn(f"localhost:{port}", node["errorMessage"])

    def test_server_that_hangs_or_closes(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
            kept = []

            def accept():
                try:
                    while True:
                        kept.append(server.accept()[0])
                        if len(kept) % 2 == 0:
                            kept[-1].close()
                except OSError:
                    pass
            threading.Thread(target=accept, daemon=True).start()
            site = self.site(port=port, **{"smtp_socket_timeout_ms": 300})
            self.send(SUSPENDED, site=site)
            self.assertEqual(self.node()["errorCode"], "EM007")
            self.assertEqual(len(kept), 4)
            server.shutdown(socket.SHUT_RDWR)
            for connection in kept:
                connection.close()

    def test_at_least_once_if_the_answer_is_lost(self):
        self.smtp(close="data")
        self.send(SUSPENDED)
        self.assertEqual(len(self.server.envelopes()), 4, "each of the attempts may have arrived")

    def test_no_header_injection(self):
        self.smtp()
        evil = "x\nBcc: evil@example.org"
        for fields, code in (
                ((("to", "joe@example.org"), ("subject", "${evil}"), ("body", "b")), "EM005"),
                ((("to", "joe@example.org${evil}"), ("subject", "s"), ("body", "b")), "EM004"),
                ((("to", "joe@example.org"), ("cc", '"a${evil}" <a@b>'), ("subject", "s"),
                  ("body", "b")), "EM004"),
                ((("to", "joe@example.org"), ("subject", "s"), ("body", "b"),
                  ("content_type", "text/plain${evil}")), "EM005")):
            self.send(KILLED, fields, params={"evil": evil})
            self.assertEqual(self.node()["errorCode"], code, fields)
        self.assertEqual(self.server.envelopes(), [])

    def test_bad_fields(self):
        self.smtp()
        for fields, code in (
                ((("to", ""), *PLAIN[1:]), "EM001"),
                ((("to", "joe; ann"), *PLAIN[1:]), "EM004"),
                ((*PLAIN, ("attachment", "/no/such/file")), "EM008"),
                ((*PLAIN, ("attachment", "/dev/zero")), "EM008")):
            self.send(KILLED, fields)
            self.assertEqual(self.node()["errorCode"], code, fields)
        self.assertEqual(self.server.envelopes(), [])

    def test_site_with_errors(self):
        self.server = None
        program = self.build(workflow(email("tell", PLAIN), "tell"))
        for name, value in (("smtp_port", "many"), ("smtp_auth", "perhaps")):
            result = program.run("--site", self.site(port=25, **{name: value}))
            self.assert_refused(result, USAGE, MAIL + name.replace("_", "."), "site.xml:")

    def test_without_the_network(self):
        program = self.build(workflow(email("tell", PLAIN), "tell"), "--no-network")
        self.assert_refused(program.run(), USAGE, "tell", "--no-network")

    def test_of_hws(self):
        self.smtp()
        program = self.build(
            '<hadoop-workflow name="old"><start to="tell"/><email name="tell"><to>joe@example.org</to>'
            '<subject>s</subject><message>from HWS</message><transition name="OK" to="end"/>'
            '<transition name="ERROR" to="fail"/></email><fail name="fail"><message>m</message></fail><end name="end"/>'
            "</hadoop-workflow>")
        self.assert_code(program.run("--site", self.site(), params={"user.name": "joe"}), SUCCEEDED)
        self.assertEqual(self.server.messages()[0].get_content().strip(), "from HWS")


if __name__ == "__main__":
    closing.main()
