// RUN: rm -rf %t && mkdir -p %t/workflows && cp %s %t/workflows/a.js
// RUN: not %hpdlc build %t -o %t/program 2>&1 | FileCheck %s
// RUN: not ls %t/program

// CHECK: workflows/a.js:[[#@LINE+6]]:18: error: Cannot convert [object Object] to java.lang.Integer [ScriptError]
// CHECK-NEXT: {{^}} {{.*}}maxRetryCount: {twice: 2}
celos.defineWorkflow({
  id: "a",
  schedule: celos.hourlySchedule(), schedulingStrategy: celos.serialSchedulingStrategy(), trigger: celos.alwaysTrigger(),
  externalService: celos.oozieExternalService({}, "http://o"),
  maxRetryCount: {twice: 2}
});
