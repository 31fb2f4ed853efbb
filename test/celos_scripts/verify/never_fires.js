// RUN: %hpdlc verify %s 2>&1 | FileCheck %s
// CHECK: never_fires.js:[[#@LINE+3]]:13: warning: the schedule of 'february' never fires: '0 0 0 30 2 ?' [ScheduleNeverFires]
celos.defineWorkflow({
  id: "february",
  schedule: celos.cronSchedule("0 0 0 30 2 ?"),
  schedulingStrategy: celos.serialSchedulingStrategy(),
  trigger: celos.alwaysTrigger(),
  externalService: celos.oozieExternalService({"oozie.wf.application.path": "/a"}, "http://localhost:11000/oozie")
});
// CHECK: never_fires.js:[[#@LINE+7]]:14: warning: the schedule of 'over' never fires at or after its start time 2016-01-01T00:00Z: '0 0 0 1 1 ? 2015' [ScheduleNeverFires]
celos.defineWorkflow({
  id: "over",
  schedule: celos.cronSchedule("0 0 0 1 1 ? 2015"),
  schedulingStrategy: celos.serialSchedulingStrategy(),
  trigger: celos.alwaysTrigger(),
  externalService: celos.oozieExternalService({"oozie.wf.application.path": "/a"}, "http://localhost:11000/oozie"),
  startTime: "2016-01-01T00:00Z"
});
// CHECK: {{^}}2 warnings in 1 file
celos.defineWorkflow({
  id: "once",
  schedule: celos.cronSchedule("0 0 0 1 1 ? 2016"),
  schedulingStrategy: celos.serialSchedulingStrategy(),
  trigger: celos.alwaysTrigger(),
  externalService: celos.oozieExternalService({"oozie.wf.application.path": "/a"}, "http://localhost:11000/oozie"),
  startTime: "2016-01-01T00:00Z"
});
