// RUN: not %hpdlc verify %s 2>&1 | FileCheck %s
// CHECK: circle.js:[[#@LINE+4]]:7: error: the dependentSchedule of circle-a leads back to itself: circle-a, circle-b, circle-a [ScriptError]
// CHECK: circle.js:[[#@LINE+4]]:7: error: the dependentSchedule of circle-b leads back to itself: circle-b, circle-a, circle-b [ScriptError]
var strategy = celos.serialSchedulingStrategy(), always = celos.alwaysTrigger();
var service = celos.oozieExternalService({"oozie.wf.application.path": "/a"}, "http://localhost:11000/oozie");
celos.defineWorkflow({id: "circle-a", schedule: celos.dependentSchedule("circle-b"), schedulingStrategy: strategy, trigger: always, externalService: service});
celos.defineWorkflow({id: "circle-b", schedule: celos.dependentSchedule("circle-a"), schedulingStrategy: strategy, trigger: always, externalService: service});
