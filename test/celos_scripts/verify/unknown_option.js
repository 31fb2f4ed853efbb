// RUN: %hpdlc verify %s 2>&1 | FileCheck %s
// RUN: %hpdlc verify --format json %s | FileCheck %s --check-prefix=JSON
// RUN: %hpdlc verify --format github %s | FileCheck %s --check-prefix=GITHUB
// CHECK: unknown_option.js:[[#@LINE+10]]:18: warning: defineWorkflow has no option maxRetrycount; it is ignored; did you mean maxRetryCount? [UnknownOption]
// CHECK-NEXT: maxRetrycount: 3
// CHECK-NEXT: {{^ *\^$}}
// JSON: "kind":"UnknownOption"
// GITHUB: ::warning file={{.*}}unknown_option.js,line=14,col=18,endColumn=18::defineWorkflow has no option maxRetrycount
celos.defineWorkflow({
  id: "unknown-option",
  schedule: celos.hourlySchedule(),
  schedulingStrategy: celos.serialSchedulingStrategy(),
  trigger: celos.alwaysTrigger(),
  maxRetrycount: 3,
  externalService: celos.oozieExternalService({"oozie.wf.application.path": "/a"}, "http://localhost:11000/oozie")
});
