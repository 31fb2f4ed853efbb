"""How long each item of a test run should take, in seconds: a list that the end of a run compares with what it took.

A machine with other work takes longer, so an item over its budget is named and has not failed. It is to be made quicker;
a larger budget needs a reason that the change to this table gives.
"""

import os

DEFAULT = 60

# Items not named here have DEFAULT. Those of Hadoop wait for containers, which take 3 to 10 s each to start.
BUDGETS = {
    "test/conformance/run_real_files.py": 109,
    "test/changed/run_changed.py": 86,
    "test/hadoop/run_cluster_end.py": 245,
    "test/hadoop/run_crash_hdfs.py": 333,
    "test/hadoop/run_disturbed_hdfs.py": 220,
    "test/hadoop/run_disturbed_yarn.py": 155,
    "test/hadoop/run_hive.py": 217,
    "test/hadoop/run_hive2.py": 148,
    "test/hadoop/run_launcher.py": 323,
    "test/hadoop/run_map_reduce_cluster.py": 290,
    "test/hadoop/run_spark.py": 291,
    "test/hadoop/run_sqoop.py": 230,
    "test/run/run_celos_programs.py": 191,
    "test/run/run_coordinator_limits.py": 301,
    "test/server/run_crashed_import.py": 517,
    "test/server/run_import.py": 219,
    "test/server/run_openapi.py": 193,
}

# Items that disturb every call with HPDL_EVERY_CALL set: as many runs as there are calls, so they have no budget then.
EVERY_CALL = {
    "runtime_engine_test",
    "test/hadoop/run_disturbed_hdfs.py",
    "test/hadoop/run_disturbed_yarn.py",
    "test/run/run_disturbed_email.py",
    "test/run/run_disturbed_http.py",
    "test/run/run_disturbed_ssh.py",
    "test/run/run_remote_sub_workflow.py",
    "test/server/run_killed_server.py",
}


def disturbs_every_call(name):
    return name in EVERY_CALL and bool(os.environ.get("HPDL_EVERY_CALL"))


def budget(name):
    """Seconds; None for an item that has no budget in this run."""
    return None if disturbs_every_call(name) else BUDGETS.get(name, DEFAULT)
