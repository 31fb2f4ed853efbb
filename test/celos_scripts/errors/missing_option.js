// RUN: not %hpdlc verify %s 2>&1 | FileCheck %s
// CHECK: missing_option.js:[[#@LINE+1]]:7: error: TypeError: defineWorkflow lacks the required options schedule, trigger and has the unknown option shedule [ScriptError]
celos.defineWorkflow({
  id: "lacking",
  shedule: celos.hourlySchedule(),
  schedulingStrategy: celos.serialSchedulingStrategy(),
  externalService: celos.oozieExternalService({"oozie.wf.application.path": "/a"}, "http://localhost:11000/oozie")
});
// CHECK: {{^}}1 error in 1 file
