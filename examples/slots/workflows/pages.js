// The pages of each hour that were visited most, when all visits of the hour have been written down.
celos.importDefaults("site");

celos.defineWorkflow({
  id: "top-pages",
  schedule: celos.hourlySchedule(),
  schedulingStrategy: celos.serialSchedulingStrategy(2),
  trigger: celos.hdfsCheckTrigger(DATA + "/visits/${year}-${month}-${day}-${hour}/_SUCCESS"),
  startTime: "2024-05-06T00:00Z",
  maxRetryCount: 2,
  externalService: celos.oozieExternalService({
    "oozie.wf.application.path": "count",
    "visits": "file://" + DATA + "/visits/${year}-${month}-${day}-${hour}",
    "top": "file://" + DATA + "/top/${year}-${month}-${day}-${hour}"
  })
});
