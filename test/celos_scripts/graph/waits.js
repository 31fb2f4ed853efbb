// RUN: %hpdlc graph %s | FileCheck %s
// RUN: %hpdlc graph --format mermaid %S | FileCheck %s --check-prefix=MERMAID
// RUN: %hpdlc graph --format svg %s | FileCheck %s --check-prefix=SVG
// RUN: %hpdlc graph --format png %s -o %t.png
// RUN: od -An -tx1 -N8 %t.png | FileCheck %s --check-prefix=PNG
// RUN: not %hpdlc graph --node a=done %s 2>&1 | FileCheck %s --check-prefix=NODE
// PNG: {{^}} 89 50 4e 47 0d 0a 1a 0a{{$}}
// NODE: --node is not for scripts of Celos

// CHECK: digraph "{{.*}}waits.js" {
// CHECK-NEXT: rankdir=LR;
// CHECK-NEXT: node [fontname=sans];
// CHECK-NEXT: n0 [label="daily\nat 0 0 0 * * ?\nfrom 2015-09-01T00:00Z on\n30 min later", shape=box];
// CHECK-NEXT: n1 [label="/logs/${year}/_SUCCESS\nhdfs://nn", shape=note];
// CHECK-NEXT: n2 [label="hourly\nat 0 0 * * * ?", shape=box];
// CHECK-NEXT: n3 [label="follower", shape=box];
// CHECK-NEXT: n1 -> n0;
// CHECK-NEXT: n2 -> n0 [label="1 h before"];
// CHECK-NEXT: n2 -> n3 [label="times", style=dashed];
// CHECK-NEXT: n0 -> n3 [label="or"];
// CHECK-NEXT: n2 -> n3 [label="not"];
// CHECK-NEXT: }
// CHECK-NOT: hive123
// MERMAID: n2 -.->|"times"| n3
// SVG: <desc>{{.*}}waits.js: 3 workflows, 1 file</desc>
var CELOS_DEFAULT_HDFS = "hdfs://nn";
var service = celos.oozieExternalService({"oozie.wf.application.path": "/a", "db.password": "hive123"}, "http://localhost:11000/oozie");
celos.defineWorkflow({
  id: "daily",
  schedule: celos.cronSchedule("0 0 0 * * ?"),
  schedulingStrategy: celos.serialSchedulingStrategy(),
  trigger: celos.andTrigger(celos.hdfsCheckTrigger("/logs/${year}/_SUCCESS"), celos.delayTrigger(1800),
                            celos.offsetTrigger(-3600, celos.successTrigger("hourly"))),
  externalService: service,
  startTime: "2015-09-01T00:00Z"
});
celos.defineWorkflow({
  id: "hourly",
  schedule: celos.hourlySchedule(),
  schedulingStrategy: celos.serialSchedulingStrategy(),
  trigger: celos.alwaysTrigger(),
  externalService: service
});
celos.defineWorkflow({
  id: "follower",
  schedule: celos.dependentSchedule("hourly"),
  schedulingStrategy: celos.serialSchedulingStrategy(),
  trigger: celos.andTrigger(celos.orTrigger(celos.successTrigger("daily"), celos.alwaysTrigger()),
                            celos.notTrigger(celos.successTrigger("hourly"))),
  externalService: service
});
