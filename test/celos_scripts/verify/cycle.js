// RUN: %hpdlc verify %s 2>&1 | FileCheck %s
var CELOS_DEFAULT_HDFS = "hdfs://nn";
var define = function (id, trigger) {
  celos.defineWorkflow({
    id: id,
    schedule: celos.hourlySchedule(),
    schedulingStrategy: celos.serialSchedulingStrategy(),
    trigger: trigger,
    externalService: celos.oozieExternalService({"oozie.wf.application.path": "/a"}, "http://localhost:11000/oozie")
  });
};

// CHECK: cycle.js:[[#@LINE+5]]:72: warning: slots wait for each other and never run: 'cycle-a' -> 'cycle-b' -> 'cycle-c' -> 'cycle-a' [TriggerCycle]
// CHECK: cycle.js:[[#@LINE+5]]:25: note: 'cycle-b' waits for 'cycle-c'
// CHECK: cycle.js:[[#@LINE+5]]:25: note: 'cycle-c' waits for 'cycle-a'
// CHECK: cycle.js:[[#@LINE+5]]:28: warning: each slot of 'cycle-self' waits for itself and never runs [TriggerCycle]
// CHECK: {{^}}2 warnings in 1 file
define("cycle-a", celos.andTrigger(celos.hdfsCheckTrigger("/a"), celos.successTrigger("cycle-b")));
define("cycle-b", celos.successTrigger("cycle-c"));
define("cycle-c", celos.successTrigger("cycle-a"));
define("cycle-self", celos.successTrigger("cycle-self"));

// None of these is one: another slot, or another way on.
define("hour-before", celos.offsetTrigger(-3600, celos.successTrigger("hour-before")));
define("or-else", celos.orTrigger(celos.successTrigger("or-else"), celos.hdfsCheckTrigger("/first")));
define("unless", celos.notTrigger(celos.successTrigger("unless")));
