"""hpdld dies after each of its steps while a coordinator or a bundle is submitted and runs, and the next one goes on:
each nominal time is run once, and none is left out."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import closing
import run_served_coordinators as served_coordinators
from dying_server import DyingServer
from programs import *  # noqa: F403


class CrashedCoordinators(DyingServer, served_coordinators.CoordinatorTest):
    """All steps have the same application, compiled at the first one; lines begin with the property `step`."""

    def named(self, name, days):
        properties = self.coordinator(days, name=name, more="<property><name>of</name><value>${step}</value></property>")
        file = self.sandbox.path(f"{name}/wf/workflow.xml")
        file.write_text(file.read_text().replace("echo $1", f"echo ${{of}} {name} $1"))
        return properties

    def check_every_step(self, properties, least, days, **totals):
        """`days`: how many each coordinator has; `totals`: of jobs, by their types."""
        def run(step):
            own = {**properties, "step": step}
            died = self.dies(step, lambda: self.server.submit(own, key=f"key {step}"), self.is_settled)
            job = self.submitted(own, key=f"key {step}")
            self.until_job(job, "SUCCEEDED")
            self.until(self.is_settled)
            ran = sorted(line for line in self.lines("ran") if line.split()[0] == step)
            self.assertEqual(ran, sorted(f"{step} {name} 2024-01-{day:02}T00:00Z" for name in days
                                         for day in range(1, days[name] + 1)))
            found = {kind: self.server.call("GET", "/oozie/v2/jobs", jobtype=kind, len="1").json()["total"]
                     for kind in totals}
            self.assertEqual(found, {kind: count * int(step) for kind, count in totals.items()})
            return died

        self.every_step(least, run)

    def test_coordinator(self):
        self.begin()
        self.check_every_step(self.named("c", 2), 7, {"c": 2}, coordinator=1, wf=2)

    def test_bundle(self):
        self.begin()
        paths = [self.named(name, 1)["oozie.coord.application.path"] for name in ("a", "b")]
        body = "".join(f'<coordinator name="{name}"><app-path>{path}</app-path></coordinator>'
                       for name, path in zip("ab", paths))
        self.sandbox.write("bundle/bundle.xml", f'<bundle-app xmlns="uri:oozie:bundle:0.2" name="b">{body}</bundle-app>')
        properties = {"oozie.bundle.application.path": f"file://{self.sandbox.path('bundle')}"}
        self.check_every_step(properties, 7, {"a": 1, "b": 1}, bundle=1, coordinator=2, wf=2)


if __name__ == "__main__":
    closing.main()
