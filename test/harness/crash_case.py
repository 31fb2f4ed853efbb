"""The common part of tests that kill a program and let it go on."""

from programs import ProgramTest

VERBS = {"PREP": "start", "CREATED": "start", "SUCCEEDED": None}


class CrashTest(ProgramTest):
    environment = {}  # of the programs that go on

    def exists(self, program):
        """The job that ran last is in the journal."""
        return program.id_file.exists() and program("info", program.job).code == 0

    def go_on(self, program, env=None):
        """Starts or resumes what died; None for a job that has ended already, which is fine."""
        verb = VERBS.get(program.status(), "resume")
        return verb and program(verb, program.job, "--progress", "none", env={**self.environment, **(env or {})})
