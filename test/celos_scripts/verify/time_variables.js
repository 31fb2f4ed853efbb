// RUN: %hpdlc verify %s 2>&1 | FileCheck %s
// CHECK: time_variables.js:[[#@LINE+8]]:23: warning: '${nameNode}' is not a time variable, so the path contains it unchanged [UnknownTimeVariable]
// CHECK: time_variables.js:[[#@LINE+15]]:37: warning: '${YEAR}' is not a time variable, so the path contains it unchanged; did you mean '${year}'? [UnknownTimeVariable]
// CHECK-NEXT: celos.hdfsCheckTrigger("/logs/${YEAR}/${MM}/${day}")
// CHECK-NEXT: {{^ *\^~~~~~~$}}
// CHECK: time_variables.js:[[#@LINE+12]]:45: warning: '${MM}' {{.*}} did you mean '${month}'?
// CHECK: {{^}}3 warnings in 1 file
var CELOS_DEFAULT_HDFS = "hdfs://nn";
var name = "nameNode";
var elsewhere = celos.hdfsCheckTrigger("/${" + name + "}/x");
// Oozie replaces what properties have.
var properties = {"oozie.wf.application.path": "/a", "input": "/logs/${YEAR}/${wf:id()}"};
celos.defineWorkflow({
  id: "time-variables",
  schedule: celos.hourlySchedule(),
  schedulingStrategy: celos.serialSchedulingStrategy(),
  trigger: celos.andTrigger(elsewhere,
      celos.hdfsCheckTrigger("/logs/${YEAR}/${MM}/${day}"),
      celos.hdfsCheckTrigger("/${year}${month}${day}${hour}${minute}${second}${millisecond}")),
  externalService: celos.oozieExternalService(properties, "http://localhost:11000/oozie")
});
