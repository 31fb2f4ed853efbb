"""How long each item of a test run should take, in seconds: a list that the end of a run compares with what it took.

A machine with other work takes longer, so an item over its budget is named and has not failed. It is to be made quicker;
a larger budget needs a reason that the change to this table gives.
"""

import os

DEFAULT = 60

# Items not named here have DEFAULT. The others took three quarters of this on a quiet machine of two processors, after a
# first build: those of Hadoop wait for containers, which take 3 to 10 s each to start; others for a real Oozie, or for many
# compilations. celos_deploy, coordinator_limits, email, packages and sbom were measured with four items at once.
BUDGETS = {
    "test/celos/run_celos_deploy.py": 135,
    "test/changed/run_changed.py": 90,
    "test/conformance/run_real_files.py": 75,
    "test/hadoop/run_celos_deploy_hdfs.py": 90,
    "test/hadoop/run_cluster_end.py": 105,  # one of the first two, which wait for Hadoop's jars
    "test/hadoop/run_crash_hdfs.py": 160,  # likewise
    "test/hadoop/run_disturbed_hdfs.py": 220,
    "test/hadoop/run_disturbed_yarn.py": 155,
    "test/hadoop/run_hive.py": 150,
    "test/hadoop/run_hive2.py": 130,
    "test/hadoop/run_launcher.py": 250,
    "test/hadoop/run_map_reduce_cluster.py": 260,
    "test/hadoop/run_migration_guide.py": 160,
    "test/hadoop/run_oozie_examples.py": 150,
    "test/hadoop/run_spark.py": 200,
    "test/hadoop/run_sqoop.py": 150,
    "test/hadoop/run_streaming_local.py": 100,
    "test/hadoop/run_tools_together.py": 180,
    "test/hadoop/run_yarn_crash.py": 80,
    "test/hadoop/run_yarn_outages.py": 140,
    "test/hadoop/run_yarn_workflows.py": 110,
    "test/run/run_celos_programs.py": 110,
    "test/run/run_coordinator_limits.py": 130,
    "test/run/run_email.py": 95,
    "test/run/run_packages.py": 150,  # as root: three roots of Debian
    "test/run/run_remote_sub_workflow.py": 200,
    "test/run/run_sbom.py": 85,
    "test/server/run_coordinator_scenarios.py": 190,
    "test/server/run_crashed_import.py": 150,
    "test/server/run_import.py": 140,
    "test/server/run_one_verdict.py": 135,  # five verdicts on each of 300 definitions, and 80 jobs
    "test/server/run_openapi.py": 75,
    "test/server/run_sla.py": 100,
}

# Items that disturb every call with HPDL_EVERY_CALL set: as many runs as there are calls, so they have no budget then.
EVERY_CALL = {
    "runtime_engines_workflow_test",
    "test/crash/run_crash_agreements.py",
    "test/crash/run_crash_callbacks.py",
    "test/crash/run_crash_coordinators.py",
    "test/crash/run_crash_email.py",
    "test/crash/run_crash_http.py",
    "test/crash/run_crash_java.py",
    "test/crash/run_crash_ssh.py",
    "test/hadoop/run_crash_hdfs.py",
    "test/hadoop/run_disturbed_hdfs.py",
    "test/hadoop/run_disturbed_yarn.py",
    "test/hadoop/run_hdfs_local_files.py",
    "test/hadoop/run_streaming_hdfs.py",
    "test/run/run_disturbed_email.py",
    "test/run/run_disturbed_http.py",
    "test/run/run_disturbed_ssh.py",
    "test/run/run_git.py",
    "test/run/run_remote_sub_workflow.py",
    "test/server/run_crashed_import.py",
    "test/server/run_killed_server.py",
}


def disturbs_every_call(name):
    return name in EVERY_CALL and bool(os.environ.get("HPDL_EVERY_CALL"))


def budget(name):
    """Seconds; None for an item that has no budget in this run, as `asan: name`: sanitizers take their time."""
    return None if disturbs_every_call(name) or ": " in name else BUDGETS.get(name, DEFAULT)
