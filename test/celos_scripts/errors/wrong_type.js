// RUN: not %hpdlc verify %s 2>&1 | FileCheck %s
// RUN: not %hpdlc graph %s 2>&1 | FileCheck %s --check-prefix=GRAPH
// RUN: not %hpdlc schedule %s 2>&1 | FileCheck %s --check-prefix=SCHEDULE
// CHECK: wrong_type.js:[[#@LINE+12]]:33: error: {{.*}}contacts[1].email{{.*}} [ScriptError]
// CHECK-NEXT: {name: "b", email: "no address"}
// CHECK: 1 error in 1 file
// GRAPH: [ScriptError]
// GRAPH: no graph: the scripts have errors
// SCHEDULE: [ScriptError]
celos.defineWorkflow({
  id: "wrong-type",
  schedule: celos.hourlySchedule(),
  schedulingStrategy: celos.serialSchedulingStrategy(),
  trigger: celos.alwaysTrigger(),
  contacts: [{name: "a", email: "a@example.org"},
             {name: "b", email: "no address"}],
  externalService: celos.oozieExternalService({}, "http://localhost:11000/oozie")
});
