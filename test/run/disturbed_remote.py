"""Each request to an Oozie server meets each trouble once: one child is made, started once and seen to its end."""

from disturbed_case import BOUND, FINE, LIMIT, QUICK, EveryCall, Outcome, asks, passes
from programs import *  # noqa: F403
from trouble import PASSING

BRIDGED = Outcome(SUCCEEDED)  # looked at again, without a record


class DisturbedRemote(EveryCall):
    """Beside Remote of run_remote_sub_workflow.py, which has the server as `oozie`."""

    SHARE = 28
    LEAST_CALLS = 4
    LASTING = ("503", "reset after", "garbage body")

    def setUp(self):
        super().setUp()
        self.made = []
        for number in range(self.LANES):
            folder = self.sandbox.path(f"app-{number}")
            folder.mkdir()
            name = f"{self.name}lane{number}"
            (folder / "workflow.xml").write_text(
                f'<workflow-app xmlns="uri:oozie:workflow:0.5" name="{name}"><start to="a"/>'
                f'<action name="a"><fs><mkdir path="file://{folder}/out"/></fs><ok to="end"/><error to="k"/></action>'
                '<kill name="k"><message>no</message></kill><end name="end"/></workflow-app>')
            self.made.append((name, f"file://{folder}"))
        self.binary = self.build(workflow(
            '<action name="s"><sub-workflow><app-path>${app}</app-path></sub-workflow>'
            '<ok to="end"/><error to="killed"/></action>', "s"), "-D", "hpdl.subworkflow.oozie.url=").path

    def make_lane(self, lane):
        lane.program = Program(self.binary, lane.folder / "state")
        lane.oozie = lane.relay("oozie", f"127.0.0.1:{self.oozie.port}")
        lane.name, lane.app = self.made[lane.number]
        settings = {"hpdl.subworkflow.oozie.url": f"http://{lane.oozie.address}/oozie", "hpdl.subworkflow.timeout": LIMIT,
                    "hpdl.subworkflow.poll.interval.max": 1, **QUICK}
        lane.site = lane.folder / "site.xml"
        lane.site.write_text("<configuration>" + "".join(
            f"<property><name>{name}</name><value>{value}</value></property>" for name, value in settings.items())
            + "</configuration>")

    def reset(self, lane):
        lane.before = len(self.oozie.jobs(lane.name))
        lane.program.id_file.unlink(missing_ok=True)

    def begin(self, lane):
        return lane.program.run("--site", lane.site, timeout=BOUND, params={"app": lane.app})

    def wanted(self, call):
        return not call.operation.startswith("GET /oozie/v2/job/") or call.number <= 2

    def expected(self, call, trouble):
        if trouble == "late":
            return FINE
        begun = "/oozie/v2/job/" in call.operation
        if trouble in PASSING or trouble == "drip":
            return BRIDGED if begun else passes("SUBWF005")
        return asks("SUBWF004")

    def expected_lasting(self, call, trouble):
        return asks("SUBWF004" if trouble == "garbage body" else "SUBWF005")

    def check_effects(self, lane, call, trouble):
        jobs = self.oozie.jobs(lane.name)[lane.before:]
        assert [job["status"] for job in jobs] == ["SUCCEEDED"], [(job["id"], job["status"]) for job in jobs]
