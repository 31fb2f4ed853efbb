"""What all tests on the shared HDFS begin with: a folder of their own, and Hadoop configurations made for them."""

import sys
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import cluster
from programs import ProgramTest


class HdfsCase(ProgramTest):
    """`root` is a folder in HDFS that belongs to `owner` (None: to the superuser) and goes with the test."""

    owner = "alice"

    @classmethod
    def setUpClass(cls):
        cls.hdfs = cluster.shared()
        cls.environment = cls.hdfs.environment()

    def setUp(self):
        super().setUp()
        self.root = f"/test/{uuid.uuid4().hex}"
        self.hdfs.mkdir(self.root, owner=self.owner)
        self.addCleanup(self.hdfs.delete, self.root)

    def conf(self, core=None, hdfs=None, **others):
        """A configuration folder in the sandbox with these files; what is None is not written."""
        folder = self.sandbox.path("conf")
        folder.mkdir(exist_ok=True)
        files = {"core-site.xml": core, "hdfs-site.xml": hdfs,
                 **{f"{name}-site.xml": rows for name, rows in others.items()}}
        for name, rows in files.items():
            if rows is not None:
                cluster.write_site(folder / name, rows)
        return folder
