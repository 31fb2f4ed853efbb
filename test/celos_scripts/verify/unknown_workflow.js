// RUN: %hpdlc verify %s 2>&1 | FileCheck %s
// RUN: not %hpdlc verify -Werror %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %hpdlc verify -Wno-UnknownCelosWorkflow %s 2>&1 | FileCheck %s --allow-empty --check-prefix=SILENT
// SILENT-NOT: {{.}}
var service = celos.oozieExternalService({"oozie.wf.application.path": "/a"}, "http://localhost:11000/oozie");

// CHECK: unknown_workflow.js:[[#@LINE+8]]:13: warning: no script defines the workflow 'unknown-sorce', named by the schedule of 'unknown-follower'; did you mean 'unknown-source'? [UnknownCelosWorkflow]
// CHECK-NEXT: schedule: celos.dependentSchedule("unknown-sorce"),
// CHECK-NEXT: {{^ *\^~+$}}
// ERROR: unknown_workflow.js:[[#@LINE+5]]:13: error: no script
// CHECK: unknown_workflow.js:[[#@LINE+6]]:18: warning: no script defines the workflow 'elsewhere', named by a trigger of 'unknown-follower' [UnknownCelosWorkflow]
// CHECK: 2 warnings in 1 file
celos.defineWorkflow({
  id: "unknown-follower",
  schedule: celos.dependentSchedule("unknown-sorce"),
  schedulingStrategy: celos.serialSchedulingStrategy(),
  trigger: celos.successTrigger("elsewhere"),
  externalService: service
});
celos.defineWorkflow({
  id: "unknown-source",
  schedule: celos.hourlySchedule(),
  schedulingStrategy: celos.serialSchedulingStrategy(),
  trigger: celos.alwaysTrigger(),
  externalService: service
});
