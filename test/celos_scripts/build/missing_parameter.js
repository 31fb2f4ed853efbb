// RUN: rm -rf %t && mkdir -p %t/workflows %t/app && cp %s %t/workflows/a.js
// RUN: sed -n 's,^// XML: ,,p' %s > %t/app/workflow.xml
// RUN: not %hpdlc build %t/workflows -o %t/program 2>&1 | FileCheck %s
// RUN: not ls %t/program

// XML: <workflow-app xmlns="uri:oozie:workflow:1.0" name="w"><start to="a"/>
// XML: <action name="a"><fs><mkdir path="${table}/${year}/${place}"/></fs><ok to="end"/><error to="end"/></action><end name="end"/></workflow-app>

// CHECK: workflows/a.js:[[#@LINE+9]]:20: error: parameter 'table' of the workflow that slots of 'a' start has no value and no default [MissingParameter E0738]
// CHECK-NEXT: {{^}} {{.*}}externalService: celos.oozieExternalService
// CHECK-NEXT: ^~~~~
// CHECK: app/workflow.xml:2:37: note: it is read here
celos.defineWorkflow({
  id: "a",
  schedule: celos.hourlySchedule(),
  schedulingStrategy: celos.serialSchedulingStrategy(),
  trigger: celos.alwaysTrigger(),
  externalService: celos.oozieExternalService({"oozie.wf.application.path": "app", "place": "x"}, "http://o")
});
