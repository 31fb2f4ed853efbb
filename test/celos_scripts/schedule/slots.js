// RUN: %hpdlc schedule %s --from 2015-08-31T22:30Z --to 2015-09-01T01:00Z | FileCheck %s
// RUN: %hpdlc schedule %S --from 2015-08-31T22:30Z --count 1 --format json | FileCheck %s --check-prefix=JSON
// CHECK: {{^}}follower  0 0 * * * ?  as hourly{{$}}
// CHECK-NEXT: {{^}}  2015-09-01T00:00:00.000Z{{$}}
// CHECK-NEXT: {{^}}hourly  0 0 * * * ?{{$}}
// CHECK-NEXT: {{^}}  2015-08-31T23:00:00.000Z{{$}}
// CHECK-NEXT: {{^}}  2015-09-01T00:00:00.000Z{{$}}
// CHECK-NOT: {{.}}
// JSON: {{^}}{"version":1,"workflows":[{{$}}
// JSON-NEXT: {{^}}{"id":"follower","timesOf":"hourly","cron":"0 0 * * * ?","startTime":"2015-08-31T23:00:01.000Z","slots":["2015-09-01T00:00:00.000Z"]},{{$}}
// JSON-NEXT: {{^}}{"id":"hourly","cron":"0 0 * * * ?","slots":["2015-08-31T23:00:00.000Z"]}{{$}}
// JSON-NEXT: {{^}}]}{{$}}
var service = celos.oozieExternalService({"oozie.wf.application.path": "/a"}, "http://localhost:11000/oozie");
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
  trigger: celos.alwaysTrigger(),
  externalService: service,
  startTime: "2015-08-31T23:00:01Z"
});
