"""What hpdld has no client of is refused in one line: HCatalog, JMS."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403
from run_served_coordinators import CoordinatorTest


class Refused(CoordinatorTest):
    def test_data_sets_of_hcatalog(self):
        self.begin()
        for uri, given in (("hcat://h:9083/db/t/day=${YEAR}", {}), ("${where}/day=${YEAR}", {"where": "HCAT://h/db/t"})):
            properties = {**self.coordinator(1, data=True), **given}
            path = self.sandbox.path("c/coordinator.xml")
            before, rest = path.read_text().split("<uri-template>")
            path.write_text(before + "<uri-template>" + uri + "</uri-template>" + rest.split("</uri-template>")[1])
            answer = self.server.submit(properties)
            self.assertEqual((answer.status, answer.code), (400, "E0904"), answer)
            self.assertIn("Scheme [hcat] not supported in uri [", answer.message)
            self.assertNotIn("\n", answer.message)
        self.assertEqual(self.server.call("GET", "/oozie/v2/jobs", jobtype="coord").json()["total"], 0)

    def test_jms(self):
        self.begin(**{"oozie.service.JMSAccessorService.connections": "default=broker"})
        answer = self.server.call("GET", "/oozie/v2/admin/jmsinfo")
        self.assertEqual((answer.status, answer.code), (400, "E1601"), answer)
        self.assertIn("this server has no JMS", answer.message)


if __name__ == "__main__":
    closing.main()
