#include "runtime/programs/client/commands.h"

#include "runtime/programs/client/testing/client_commands.h"

namespace hpdl::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

using ClientCommands = testing::ClientCommands;

struct Done {
  const char* words;
  const char* answer;  ///< "": the answer is an empty object
  const char* asked;   ///< "": no request
  const char* out;     ///< null: the output is not checked here, because view_test.cpp checks it
};

constexpr Done kDone[] = {
    {"jobs", "", "GET /oozie/v2/jobs?jobtype=wf&offset=0&len=0", "No Jobs match your criteria!\n"},
    {"jobs|-filter|status=RUNNING;user=a b|-offset|3|-len|5|-jobtype|coordinator", "",
     "GET /oozie/v2/jobs?filter=status%3DRUNNING%3Buser%3Da+b&jobtype=coord&offset=3&len=5",
     "No Jobs match your criteria!\n"},
    {"jobs|-jobtype|BUNDLE", "", "GET /oozie/v2/jobs?jobtype=bundle&offset=0&len=0",
     "No Jobs match your criteria!\n"},
    {"jobs|-jobtype|other", "", "", ""},
    {"jobs|-bulk|bundle=b", "", "GET /oozie/v2/jobs?bulk=bundle%3Db&offset=0&len=0",
     "Bulk request criteria did not match any coordinator actions\n"},
    {"jobs|-kill|-filter|name=x", "{\"workflows\": [{\"id\": \"1-W\"}]}",
     "PUT /oozie/v2/jobs?action=kill&filter=name%3Dx&jobtype=wf&offset=0&len=0 application/xml",
     "the following jobs have been killed\nJob ID                                   App Name     "
     "Status    User      Group     Started                 Ended                   \n<ruler>\n1-W "
     "                                     -            null      -         -         -            "
     "           -                       \n<ruler>\n"},
    {"jobs|-suspend|-jobtype|coord", "{\"coordinatorjobs\": []}",
     "PUT /oozie/v2/jobs?action=suspend&jobtype=coord&offset=0&len=0 application/xml",
     "bulk modify command did not modify any jobs\n"},
    {"jobs|-resume|-jobtype|bundle", "{\"bundlejobs\": [{\"bundleJobId\": \"1-B\"}]}",
     "PUT /oozie/v2/jobs?action=resume&jobtype=bundle&offset=0&len=0 application/xml",
     "the following jobs have been resumed\nJob ID                                   Bundle Name   "
     " Status    Kickoff             Created             User         Group        \n<ruler>\n1-B  "
     "                                    -              null      -                   -           "
     "        -            -            \n<ruler>\n"},
    {"job|-start|1-W", "", "PUT /oozie/v2/job/1-W?action=start", ""},
    {"job|-suspend|1-W", "", "PUT /oozie/v2/job/1-W?action=suspend", ""},
    {"job|-resume|1-W", "", "PUT /oozie/v2/job/1-W?action=resume", ""},
    {"job|-kill|1-W", "", "PUT /oozie/v2/job/1-W?action=kill", ""},
    {"job|-kill|1-C|-action|1-3",
     "{\"actions\": [{\"id\": \"1-C@1\", \"nominalTime\": \"Thu, 01 Jan 2026 03:04:05 GMT\"}, "
     "{\"id\": \"1-C@2\", \"nominalTime\": \"Thu, 02 Jan 2026 03:04:05 GMT\"}]}",
     "PUT /oozie/v2/job/1-C?action=kill&type=action&scope=1-3 application/xml",
     "Action ID\tNominal Time\n<ruler>\n1-C@1\t2026-01-01 03:04 UTC\n1-C@2\t2026-01-02 03:04 "
     "UTC\n"},
    {"job|-kill|1-C|-date|2026-01-01T00:00Z", "{\"actions\": []}",
     "PUT /oozie/v2/job/1-C?action=kill&type=date&scope=2026-01-01T00%3A00Z application/xml",
     "No Actions match your criteria!\n"},
    {"job|-kill|1-W|-action|1", "", "PUT /oozie/v2/job/1-W?action=kill", ""},
    {"job|-info|1-W", "", "GET /oozie/v2/job/1-W?show=info&offset=0&len=0", nullptr},
    {"job|-info|1-W|-offset|2|-len|3", "", "GET /oozie/v2/job/1-W?show=info&offset=2&len=3",
     nullptr},
    {"job|-info|1-W@a", "", "GET /oozie/v2/job/1-W@a?show=info", nullptr},
    {"job|-info|1-C", "", "GET /oozie/v2/job/1-C?show=info&offset=-1&len=-1", nullptr},
    {"job|-info|1-C|-filter|status=KILLED|-offset|2|-len|3|-order|desc", "",
     "GET /oozie/v2/job/1-C?show=info&filter=status%3DKILLED&offset=2&len=3&order=desc", nullptr},
    {"job|-info|1-C@1", "", "GET /oozie/v2/job/1-C@1?show=info", nullptr},
    {"job|-info|1-C@1|-allruns", "", "GET /oozie/v2/job/1-C@1?show=allruns", ""},
    {"job|-info|1-B", "", "GET /oozie/v2/job/1-B?show=info", nullptr},
    {"job|-log|1-W", "a line\n", "GET /oozie/v2/job/1-W?show=log", "a line\n"},
    {"job|-log|1-C|-action|1|-logfilter|loglevel=WARN", "",
     "GET /oozie/v2/job/1-C?show=log&type=action&scope=1&logfilter=loglevel%3DWARN", "{}"},
    {"job|-log|1-C|-date|d", "", "GET /oozie/v2/job/1-C?show=log&type=date&scope=d", "{}"},
    {"job|-errorlog|1-W", "", "GET /oozie/v2/job/1-W?show=errorlog", "{}"},
    {"job|-auditlog|1-W", "", "GET /oozie/v2/job/1-W?show=auditlog", "{}"},
    {"job|-definition|1-W", "<workflow-app/>", "GET /oozie/v2/job/1-W?show=definition",
     "<workflow-app/>\n"},
    {"job|-configcontent|1-W", "{\"conf\": \"<configuration/>\"}",
     "GET /oozie/v2/job/1-W?show=info&offset=0&len=0", "<configuration/>\n"},
    {"job|-configcontent|1-C", "{\"conf\": \"<configuration/>\"}",
     "GET /oozie/v2/job/1-C?show=info&offset=-1&len=-1&order=asc", "<configuration/>\n"},
    {"job|-configcontent|1-B", "{\"conf\": \"<configuration/>\"}",
     "GET /oozie/v2/job/1-B?show=info", "<configuration/>\n"},
    {"job|-configcontent|x", "", "", "ERROR:  job id [x] doesn't end with either C or W or B\n"},
    {"job|-change|1-C|-value|concurrency=2", "",
     "PUT /oozie/v2/job/1-C?action=change&value=concurrency%3D2", ""},
    {"job|-update|1-C|-dryrun|-diff|false", "",
     "PUT /oozie/v2/job/1-C?action=update&dryrun=true&diff=false application/xml <?xml "
     "version=\"1.0\" encoding=\"UTF-8\"?><configuration>\n</configuration>",
     "\n"},
    {"job|-update|1-C", "{\"update\": {\"diff\": \"+ changed\"}}",
     "PUT /oozie/v2/job/1-C?action=update&dryrun=&diff= application/xml <?xml version=\"1.0\" "
     "encoding=\"UTF-8\"?><configuration>\n</configuration>",
     "+ changed\n"},
    {"job|-ignore|1-C",
     "{\"actions\": [{\"id\": \"1-C@1\", \"nominalTime\": \"Thu, 01 Jan 2026 03:04:05 GMT\", "
     "\"status\": \"IGNORED\"}]}",
     "PUT /oozie/v2/job/1-C?action=ignore application/xml",
     "Action ID\tNominal Time\tStatus\n<ruler>\n1-C@1\t2026-01-01 03:04 UTC\tIGNORED\n"},
    {"job|-ignore|1-C|-action|1,2", "",
     "PUT /oozie/v2/job/1-C?action=ignore&type=action&scope=1%2C2 application/xml", ""},
    {"job|-rerun|1-C|-action|1|-refresh|-nocleanup|-failed", "",
     "PUT "
     "/oozie/v2/job/"
     "1-C?action=coord-rerun&type=action&scope=1&refresh=true&nocleanup=true&failed=true "
     "application/xml",
     "No Actions match your criteria!\n"},
    {"job|-rerun|1-C|-date|d",
     "{\"actions\": [{\"id\": \"1-C@1\", \"nominalTime\": \"Thu, 01 Jan 2026 03:04:05 GMT\"}]}",
     "PUT "
     "/oozie/v2/job/"
     "1-C?action=coord-rerun&type=date&scope=d&refresh=false&nocleanup=false&failed=false "
     "application/xml",
     "Action ID\tNominal Time\n<ruler>\n1-C@1\t2026-01-01 03:04 UTC\n"},
    {"job|-rerun|1-B|-coordinator|a,b|-date|d|-refresh", "",
     "PUT "
     "/oozie/v2/job/"
     "1-B?action=bundle-rerun&coord-scope=a%2Cb&date-scope=d&refresh=true&nocleanup=false "
     "application/xml",
     "Coordinators [a,b] of bundle 1-B are scheduled to rerun on date ranges [d].\n"},
    {"job|-rerun|1-B|-nocleanup", "",
     "PUT /oozie/v2/job/1-B?action=bundle-rerun&refresh=false&nocleanup=true application/xml",
     "All coordinators of bundle 1-B are scheduled to rerun on the date ranges [null].\n"},
    {"job|-rerun|1-W", "",
     "PUT /oozie/v2/job/1-W?action=rerun&user=joe application/xml <?xml version=\"1.0\" "
     "encoding=\"UTF-8\"?><configuration>\n</configuration>",
     ""},
    {"job|-poll|1-W|-verbose", "{\"status\": \"SUCCEEDED\"}", "GET /oozie/v2/job/1-W?show=status",
     "SUCCEEDED\n"},
    {"job|-slaenable|1-C|-action|1|-coordinator|c", "",
     "PUT /oozie/v2/job/1-C?action=sla-enable&action-list=1&coordinators=c application/xml",
     "Done\n"},
    {"job|-sladisable|1-C|-date|d", "",
     "PUT /oozie/v2/job/1-C?action=sla-disable&date=d application/xml", "Done\n"},
    {"job|-slachange|1-C|-value|sla-max-duration=1", "",
     "PUT /oozie/v2/job/1-C?action=sla-change&value=sla-max-duration%3D1 application/xml",
     "Done\n"},
    {"job|-retries|1-W@a",
     "{\"retries\": [{\"attempt\": 1, \"startTime\": \"s\", \"endTime\": \"e\", \"consoleUrl\": "
     "\"c\", \"externalChildIDs\": \"x\"}]}",
     "GET /oozie/v2/job/1-W@a?show=retries",
     "ID : 1-W@a\n<ruler>\nAttempt        : 1\nStart Time     : s\nEnd Time       : e\nConsole URL "
     "   : c\nChild URL      : x\n<ruler>\n"},
    {"job|-missingdeps|1-C|-action|1|-date|d",
     "{\"missingDependencies\": [{\"id\": 1, \"blockedOn\": \"hdfs://nn/a\", \"dataSets\": "
     "[{\"dataSet\": \"in\", \"missingDependencies\": [\"hdfs://nn/a\", \"hdfs://nn/b\"]}]}, "
     "{\"id\": 2, \"dataSets\": []}]}",
     "GET /oozie/v2/job/1-C?show=missing-dependencies&action-list=1&date=d",
     "\nCoordAction : 1\nBlocked on  : hdfs://nn/a\nDataset     : in\nPending Dependencies : \n\t  "
     "hdfs://nn/a\n\t  hdfs://nn/b\n\n\nCoordAction : 2\n"},
    {"job|-kill|1-W|-doas|ann", "", "PUT /oozie/v2/job/1-W?action=kill&doAs=ann", ""},
    {"admin|-version", "{\"buildInfo\": \"5.2.1\"}", "GET /oozie/v2/admin/build-version",
     "Oozie server build version: 5.2.1\n"},
    {"admin|-status", "{\"systemMode\": \"NORMAL\"}", "GET /oozie/v2/admin/status",
     "System mode: NORMAL\n"},
    {"admin|-systemmode|safemode", "", "PUT /oozie/v2/admin/status?systemmode=SAFEMODE",
     "System mode: SAFEMODE\n"},
    {"admin|-sharelibupdate", "{\"sharelibUpdate\": {\"status\": \"Successful\", \"host\": \"h\"}}",
     "GET /oozie/v2/admin/update_sharelib?allservers=true",
     "[ShareLib update status]\n\thost = h\n\tstatus = Successful\n\n\n"},
    {"admin|-shareliblist", "", "GET /oozie/v2/admin/list_sharelib", "[Available ShareLib]\n\n"},
    {"admin|-shareliblist|hive",
     "{\"sharelib\": [{\"name\": \"hive\", \"files\": [\"a.jar\", \"b.jar\"]}]}",
     "GET /oozie/v2/admin/list_sharelib?lib=hive",
     "[Available ShareLib]\nhive\n\ta.jar\n\tb.jar\n\n"},
    {"admin|-queuedump", "", "GET /oozie/v2/admin/queue-dump",
     "******************************************\n[Server Queue Dump]:\nThe queue dump is empty, "
     "nothing to display.\n******************************************\n[Server Uniqueness Map "
     "Dump]:\nThe uniqueness map dump is empty, nothing to "
     "display.\n******************************************\n"},
    {"admin|-servers", "{\"b\": \"2\", \"a\": \"1\"}",
     "GET /oozie/v2/admin/available-oozie-servers", "a : 1\nb : 2\n"},
    {"admin|-configuration", "", "GET /oozie/v2/admin/configuration", ""},
    {"admin|-osenv", "", "GET /oozie/v2/admin/os-env", ""},
    {"admin|-javasysprops", "", "GET /oozie/v2/admin/java-sys-properties", ""},
    {"admin|-metrics", "", "GET /oozie/v2/admin/metrics",
     "COUNTERS\n--------\n\nGAUGES\n------\n\nTIMERS\n------\n\nHISTOGRAMS\n----------\n"},
    {"admin|-instrumentation", "", "GET /oozie/v2/admin/instrumentation",
     "COUNTERS\n--------\n\nVARIABLES\n---------\n\nSAMPLERS\n---------\n\nTIMERS\n---------\n"},
    {"admin|-purge|wf=30;Coord=7;limit=5;oldCoordAction=true", "{\"purge\": \"Purge complete\"}",
     "PUT /oozie/v2/admin/purge?wf=30&coord=7&bundle=&limit=5&oldcoordaction=true",
     "Purge complete\n"},
    {"sla|-filter|jobid=1", "",
     "GET /oozie/v1/sla?gt-sequence-id=0&max-events=100&filter=jobid%3D1 application/xml", "{}\n"},
    {"sla|-offset|4|-len|9", "", "GET /oozie/v1/sla?gt-sequence-id=4&max-events=9 application/xml",
     "{}\n"},
    {"validate|hdfs://nn/a/workflow.xml", "{\"validate\": \"Valid workflow-app\"}",
     "POST /oozie/v2/validate?file=hdfs%3A%2F%2Fnn%2Fa%2Fworkflow.xml&user=joe application/xml",
     "Valid workflow-app\n"},
    {"queue", "{\"work\": []}", "GET /oozie/v2/admin/queue?len=1000",
     "KIND  RUNNING  WAITING  LIMIT\n"},
    {"queue|-format|json|-len|7", "{\"work\": []}", "GET /oozie/v2/admin/queue?len=7",
     "{\"work\": []}\n"},
    {"hws|applications|-state|ACTIVE|-owner|ann|-name|x|-offset|1|-limit|2", "",
     "GET /hws/v1/applications?state=ACTIVE&owner=ann&name=x&offset=1&limit=2", ""},
    {"hws|jobs|-application|a|-user|u|-state|RUNNING", "",
     "GET /hws/v1/jobs?state=RUNNING&application=a&user=u", ""},
    {"hws|application|a b|-owner|ann", "", "GET /hws/v1/applications/a%20b?owner=ann", ""},
    {"hws|undeploy|a", "", "DELETE /hws/v1/applications/a", ""},
    {"hws|activate|a", "", "POST /hws/v1/applications/a/activate", ""},
    {"hws|suspend|a|-owner|x", "", "POST /hws/v1/applications/a/suspend?owner=x", ""},
    {"hws|suspend|0000001-261121101500123-4k0zx9-joe-W", "",
     "POST /hws/v1/jobs/0000001-261121101500123-4k0zx9-joe-W/suspend", ""},
    {"hws|deactivate|a|-wait|5", "", "POST /hws/v1/applications/a/deactivate?wait=5", ""},
    {"hws|submit|a|-start|-D|k=v|-D|user.name=ann", "",
     "POST /hws/v1/jobs application/json "
     "{\"application\":\"a\",\"properties\":{\"k\":\"v\"},\"start\":true}",
     ""},
    {"hws|submit|a", "{\"id\": \"1-W\"}",
     "POST /hws/v1/jobs application/json {\"application\":\"a\",\"properties\":{},\"start\":false}",
     "id: 1-W\n"},
    {"hws|job|1-W", "", "GET /hws/v1/jobs/1-W", ""},
    {"hws|start|1-W", "", "POST /hws/v1/jobs/1-W/start", ""},
    {"hws|resume|1-W", "", "POST /hws/v1/jobs/1-W/resume", ""},
    {"hws|kill|1-W", "", "POST /hws/v1/jobs/1-W/kill", ""},
    {"hws|retry|1-W|n/o", "", "POST /hws/v1/jobs/1-W/actions/n%2Fo/retry", ""},
    {"hws|resubmit|1-W|-skip|a,b|-D|k=v", "",
     "POST /hws/v1/jobs/1-W/resubmit application/json "
     "{\"properties\":{\"k\":\"v\"},\"skip\":[\"a\",\"b\"]}",
     ""},
    {"hws|resubmit|1-W", "",
     "POST /hws/v1/jobs/1-W/resubmit application/json {\"properties\":{},\"skip\":[]}", ""},
    {"hws|status", "", "GET /hws/v1/admin/status", ""},
    {"hws|activate-server", "", "POST /hws/v1/admin/activate", ""},
    {"hws|deactivate-server", "", "POST /hws/v1/admin/deactivate", ""},
    {"hws|instrumentation", "", "GET /hws/v1/admin/instrumentation", ""},
    {"hws|environment", "", "GET /hws/v1/admin/environment", ""},
    {"hws|system-properties", "", "GET /hws/v1/admin/system-properties", ""},
    {"hws|purge", "{\"purged\": 3}", "POST /hws/v1/admin/purge application/json {}", "purged: 3\n"},
    {"hws|purge|-days|7", "", "POST /hws/v1/admin/purge application/json {\"olderThanDays\":7}",
     ""},
};

TEST_F(ClientCommands, AskWhatTheirOptionsSay) {
  for (const Done& done : kDone) {
    SCOPED_TRACE(done.words);
    server_.Give({*done.answer == '\0' ? "{}" : done.answer});
    const Said said = Run(done.words);
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_EQ(said.err, "");
    if (*done.asked == '\0') {
      EXPECT_THAT(Asked(), IsEmpty());
    } else {
      EXPECT_THAT(Asked(), ElementsAre(done.asked));
    }
    if (done.out != nullptr) {
      EXPECT_EQ(testing::WithShortRulers(said.out), done.out);
    }
  }
}

struct Refused {
  const char* words;
  const char* err;
};

constexpr Refused kRefused[] = {
    {"jobs|-len|x",
     "java.lang.NumberFormatException: For input string: \"x\"\nFor input string: \"x\"\n"},
    {"jobs|-offset|y",
     "java.lang.NumberFormatException: For input string: \"y\"\nFor input string: \"y\"\n"},
    {"job|-kill|''",
     "java.lang.IllegalArgumentException: jobId cannot be empty\njobId cannot be empty\n"},
    {"job|-kill|1-C|-date|d|-action|1",
     "Error: Invalid options provided for rerun: eitherdate or action expected. Don't use both at "
     "the same time.\n"},
    {"job|-info|1-W|-filter|x",
     "Error: Filter option is currently not supported for a Workflow job\n"},
    {"job|-info|1-W@a|-filter|x", "Error: Filter option is not supported for a Workflow action\n"},
    {"job|-info|1-C@1|-filter|x",
     "Error: Filter option is not supported for a Coordinator action\n"},
    {"job|-info|1-B|-filter|x",
     "Error: Filter option is currently not supported for a Bundle job\n"},
    {"job|-log|1-W|-action|1",
     "Error: Invalid options provided for log retrieval. action and date are valid only for "
     "coordinator job log retrieval\n"},
    {"job|-change|1-C", "Error: -value option needs to be specified for -change option\n"},
    {"job|-ignore|1-C|-action|''", "Error: -action is empty\n"},
    {"job|-rerun|1-C", "Error: Invalid options provided for rerun: date or action expected.\n"},
    {"job|-rerun|1-B|-action|1",
     "Error: Invalid options provided for bundle rerun. action is not valid for bundle rerun\n"},
    {"job|-poll|1-W|-interval|0",
     "java.lang.IllegalArgumentException: interval must be a positive integer\ninterval must be a "
     "positive integer\n"},
    {"job|-poll|x", "java.lang.IllegalArgumentException: invalid job type\ninvalid job type\n"},
    {"job|-poll|''",
     "java.lang.IllegalArgumentException: id cannot be empty\nid cannot be empty\n"},
    {"job|-poll|1-W|-timeout|x",
     "java.lang.NumberFormatException: For input string: \"x\"\nFor input string: \"x\"\n"},
    {"job|-validatejar|/nosuch.jar",
     "java.lang.IllegalArgumentException: Fluent Job API JAR [/nosuch.jar] should be a "
     "file\nFluent Job API JAR [/nosuch.jar] should be a file\n"},
    {"admin|-systemmode|x",
     "Error: Invalid input provided for option: systemmode value given :X Expected values are: "
     "NORMAL/NOWEBSERVICE/SAFEMODE \n"},
    {"admin|-purge|x=1", "Error: INVALID_INPUT : Invalid purge option [x] specified.\n"},
    {"admin|-purge|wf=", "Error: INVALID_INPUT : Invalid purge option pair [wf=] specified.\n"},
    {"admin|-purge|wf=z",
     "java.lang.NumberFormatException: For input string: \"z\"\nFor input string: \"z\"\n"},
    {"validate|a|b", "Error: One file must be specified\n"},
    {"queue|-len|-1", "Error: queue -len takes a number of at least 0\n"},
    {"queue|x", "Error: queue takes only options, and -format takes text or json\n"},
    {"hws|suspend|0000001-261121101500123-4k0zx9-joe-W|-owner|x",
     "Error: hws suspend takes no -owner with a job\n"},
    {"hws|purge|-days|x",
     "java.lang.NumberFormatException: For input string: \"x\"\nFor input string: \"x\"\n"},
    {"hws|nosuch", "Error: hws has no verb nosuch; 'hpdl help hws' lists the verbs\n"},
    {"hws|job", "Error: usage: hpdl hws job JOB [options]\n"},
    {"hws|job|1-W|-state|x", "Error: hws job takes no -state\n"},
    {"hws|jobs|-format|xml", "Error: hws takes -format text or json\n"},
    {"hws|deploy|/nosuch.zip", "Error: /nosuch.zip: No such file or directory\n"},
};

TEST_F(ClientCommands, AskNothingWhereOptionsMakeNoSense) {
  for (const Refused& refused : kRefused) {
    SCOPED_TRACE(refused.words);
    server_.Give({});
    const Said said = Run(refused.words);
    EXPECT_EQ(said.code, 255);
    EXPECT_EQ(said.err, refused.err);
    EXPECT_EQ(said.out, "");
    EXPECT_THAT(Asked(), IsEmpty());
  }
}

TEST_F(ClientCommands, SayWhatTheServerRefuses) {
  server_.Give({"", 400, "oozie-error-code: E0604\r\noozie-error-message: no such job\r\n"});
  EXPECT_EQ(Run("job|-kill|1-W").err, "Error: E0604 : no such job\n");
  server_.Give({"", 500});
  EXPECT_EQ(Run("job|-kill|1-W").err, "Error: HTTP error code: 500 : Words\n");
  server_.Give({R"({"error":{"code":"E0604","message":"no such job"}})", 404});
  EXPECT_EQ(Run("hws|job|1-W").err, "Error: E0604 : no such job\n");
  for (const char* words : {"jobs",
                            "jobs|-kill",
                            "jobs|-bulk|b",
                            "job|-info|1-W",
                            "job|-info|1-C",
                            "job|-info|1-B",
                            "job|-info|1-C@1",
                            "job|-info|1-C@1|-allruns",
                            "job|-info|1-W@a",
                            "job|-log|1-W",
                            "job|-definition|1-W",
                            "job|-configcontent|1-W",
                            "job|-change|1-C|-value|x",
                            "job|-update|1-C",
                            "job|-ignore|1-C",
                            "job|-kill|1-C|-action|1",
                            "job|-rerun|1-C|-action|1",
                            "job|-rerun|1-B",
                            "job|-rerun|1-W",
                            "job|-poll|1-W",
                            "job|-slaenable|1-C",
                            "job|-retries|1-W@a",
                            "job|-missingdeps|1-C",
                            "admin|-status",
                            "admin|-metrics",
                            "admin|-shareliblist",
                            "admin|-systemmode|normal",
                            "admin|-purge|wf=1",
                            "sla",
                            "queue"}) {
    SCOPED_TRACE(words);
    server_.Give({"", 418, "oozie-error-code: E1\r\noozie-error-message: no\r\n"});
    const Said said = Run(words);
    EXPECT_EQ(said.code, 255);
    EXPECT_EQ(said.err, "Error: E1 : no\n");
    EXPECT_EQ(said.out, "");
  }
}

TEST_F(ClientCommands, SayWhichFiguresAServerLacks) {
  server_.Give({"", 503});
  EXPECT_THAT(Run("admin|-metrics").out, StartsWith("Metrics are unavailable.  Try Instr"));
  EXPECT_THAT(Run("admin|-instrumentation").out,
              StartsWith("Instrumentation is unavailable.  Try Metrics"));
  server_.Give({"", 404});
  EXPECT_EQ(Run("validate|hdfs://nn/w.xml").code, 0);
}

TEST_F(ClientCommands, ValidateSendsTheFile) {
  const std::string path = Write("workflow.xml", "<workflow-app/>");
  server_.Give({R"({"validate":"Valid workflow-app"})"});
  EXPECT_EQ(Run("validate|" + path).out, "Valid workflow-app\n");
  EXPECT_EQ(Run("validate|file://" + path).code, 0);
  const std::string asked = "POST /oozie/v2/validate?file=" + QueryText(path) +
                            "&user=joe application/xml <workflow-app/>";
  EXPECT_THAT(Asked(), ElementsAre(asked, asked));
  EXPECT_EQ(Run("validate|/nosuch.xml").err, "Error: File does not exist : /nosuch.xml\n");
  server_.Give({"", 400, "oozie-error-code: E0701\r\noozie-error-message: schema\r\n"});
  EXPECT_EQ(Run("validate|" + path).err, "Error: schema\n");
}

TEST_F(ClientCommands, DeployAPackage) {
  const std::string path = Write("app.zip", "PK");
  server_.Give({R"({"name":"app","state":"INACTIVE"})", 201});
  EXPECT_EQ(Run("hws|deploy|" + path).out, "name: app\nstate: INACTIVE\n");
  EXPECT_THAT(Asked(), ElementsAre("POST /hws/v1/applications application/zip PK"));
  EXPECT_EQ(Run("hws|deploy|" + path + "|-format|json").out,
            "{\"name\":\"app\",\"state\":\"INACTIVE\"}\n");
}

TEST_F(ClientCommands, HelpNamesVerbsAndOptions) {
  const std::string help = Run("hws").out;
  EXPECT_EQ(Run("hws|help").out, help);
  for (const char* line :
       {"\n  retry JOB NODE            retry an action that waits for a person\n",
        "\n  jobs                      list jobs\n",
        "\n  -state arg                applications, jobs: show only those in this state\n",
        "\n  -start                    submit: start the job, too\n"}) {
    EXPECT_THAT(help, HasSubstr(line));
  }
}

}  // namespace
}  // namespace hpdl::client
