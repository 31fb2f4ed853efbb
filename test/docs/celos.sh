# Stands before examples of Celos: what a site has already.
mkdir -p workflows defaults db logs app data/2026-01-01
cat >defaults/site.js <<JS
var CELOS_DEFAULT_OOZIE = "http://127.0.0.1:11000/oozie";
var CELOS_DEFAULT_HDFS = "file:///";
var CELOS_DEFAULT_OOZIE_PROPERTIES = { "user.name": "$(id -un)" };
var DATA = "$PWD/data", APPS = "file://$PWD";
JS
cat >site.xml <<XML
<configuration>
  <property><name>oozie.authentication.simple.anonymous.allowed</name><value>true</value></property>
</configuration>
XML
cat >workflows/report.js <<'JS'
importDefaults("site");
celos.defineWorkflow({
    "id": "report",
    "schedule": celos.cronSchedule("0 0 0 * * ?"),
    "schedulingStrategy": celos.serialSchedulingStrategy(),
    "trigger": celos.hdfsCheckTrigger(DATA + "/${year}-${month}-${day}"),
    "externalService": celos.oozieExternalService({ "oozie.wf.application.path": APPS + "/app" }),
    "startTime": "2026-01-01T00:00Z"
});
JS
cat >app/workflow.xml <<XML
<workflow-app xmlns="uri:oozie:workflow:0.5" name="report">
  <start to="touch"/>
  <action name="touch">
    <fs><touchz path="file://$PWD/data/\${year}-\${month}-\${day}/report"/></fs>
    <ok to="end"/><error to="end"/>
  </action>
  <end name="end"/>
</workflow-app>
XML
