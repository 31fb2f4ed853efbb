# Stands before examples of scripts of Celos: two workflows.
mkdir workflows
cat >workflows/wordcount.js <<'END'
var CELOS_DEFAULT_HDFS = "hdfs://nn";
var service = celos.oozieExternalService({"oozie.wf.application.path": "/a"}, "http://localhost:11000/oozie");
celos.defineWorkflow({
  id: "wordcount",
  schedule: celos.hourlySchedule(),
  schedulingStrategy: celos.serialSchedulingStrategy(),
  trigger: celos.hdfsCheckTrigger("/logs/${year}-${month}-${day}/${hour}"),
  externalService: service
});
celos.defineWorkflow({
  id: "report",
  schedule: celos.dependentSchedule("wordcount"),
  schedulingStrategy: celos.serialSchedulingStrategy(),
  trigger: celos.successTrigger("wordcount"),
  externalService: service
});
END
