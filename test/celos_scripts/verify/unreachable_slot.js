// RUN: %hpdlc verify %s 2>&1 | FileCheck %s
var service = celos.oozieExternalService({"oozie.wf.application.path": "/a"}, "http://localhost:11000/oozie");
// CHECK: unreachable_slot.js:[[#@LINE+7]]:23: warning: the slots of 'times-out' time out after 60 s, but their trigger cannot be ready before 3600 s [UnreachableSlot]
celos.defineWorkflow({
  id: "times-out",
  schedule: celos.hourlySchedule(),
  schedulingStrategy: celos.serialSchedulingStrategy(),
  trigger: celos.andTrigger(celos.alwaysTrigger(), celos.delayTrigger(3600)),
  externalService: service,
  waitTimeoutSeconds: 60
});
// CHECK: unreachable_slot.js:[[#@LINE+4]]:23: warning: no slot of 'none-at-a-time' is ever submitted: the strategy of the workflow lets 0 slots run at a time [UnreachableSlot]
celos.defineWorkflow({
  id: "none-at-a-time",
  schedule: celos.hourlySchedule(),
  schedulingStrategy: celos.serialSchedulingStrategy(0),
  trigger: celos.alwaysTrigger(),
  externalService: service
});
// CHECK: unreachable_slot.js:[[#@LINE+6]]:20: warning: Oozie refuses the slots of 'no-path', because the service of the workflow has no property 'oozie.wf.application.path' [UnreachableSlot]
celos.defineWorkflow({
  id: "no-path",
  schedule: celos.hourlySchedule(),
  schedulingStrategy: celos.serialSchedulingStrategy(),
  trigger: celos.alwaysTrigger(),
  externalService: celos.oozieExternalService({"nameNode": "hdfs://nn"}, "http://localhost:11000/oozie")
});
// CHECK: {{^}}3 warnings in 1 file
celos.defineWorkflow({
  id: "just-in-time",
  schedule: celos.hourlySchedule(),
  schedulingStrategy: celos.serialSchedulingStrategy(),
  trigger: celos.orTrigger(celos.delayTrigger(3600), celos.delayTrigger(60)),
  externalService: service,
  waitTimeoutSeconds: 60
});
