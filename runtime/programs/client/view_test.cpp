#include "runtime/programs/client/view.h"

#include <span>

#include "runtime/programs/client/testing/client_commands.h"

namespace hpdl::client {
namespace {

/// Returns `more` with the members `members` added. The value of an added member is its name.
Json Named(std::initializer_list<const char*> members, Json more) {
  for (const char* member : members) {
    more[member] = member;
  }
  return more;
}

/// Returns an HTTP date. Both its day and its second are `day`.
std::string On(int day) {
  const std::string number = "0" + std::to_string(day);
  return "Thu, " + number + " Jan 2026 03:04:" + number + " GMT";
}

Json Of(const char* list, Json only) {
  Json answer = Json::object();
  answer[list] = Json::array({std::move(only)});
  return answer;
}

Json With(Json job, const char* list, Json only) {
  job[list] = Json::array({std::move(only)});
  return job;
}

Json Workflow() {
  return Named({"appName", "appPath", "status", "user", "group", "parentId", "consoleUrl"},
               {{"id", "1-W"},
                {"run", 2},
                {"createdTime", On(1)},
                {"startTime", On(2)},
                {"lastModTime", On(3)},
                {"endTime", On(4)}});
}

Json Action() {
  return Named({"consoleUrl", "errorCode", "errorMessage", "externalId", "externalStatus", "name",
                "trackerUri", "type", "status", "stats", "externalChildIDs"},
               {{"id", "1-W@a"},
                {"retries", 3},
                {"userRetryCount", 4},
                {"startTime", On(5)},
                {"endTime", On(6)}});
}

Json WorkflowWithAction() {
  return With(Workflow(), "actions", Action());
}

Json Coordinator() {
  return Named({"coordJobName", "coordJobPath", "status", "consoleUrl", "user", "group",
                "frequency", "timeUnit", "timeZone"},
               {{"coordJobId", "1-C"},
                {"concurrency", 2},
                {"timeOut", 5},
                {"startTime", On(1)},
                {"endTime", On(2)},
                {"pauseTime", On(3)},
                {"nextMaterializedTime", On(4)},
                {"lastAction", On(5)}});
}

Json Material() {
  return Named({"consoleUrl", "errorCode", "errorMessage", "externalId", "externalStatus",
                "coordJobId", "trackerUri", "status"},
               {{"id", "1-C@1"},
                {"actionNumber", 1},
                {"createdTime", On(1)},
                {"nominalTime", On(2)},
                {"lastModifiedTime", On(3)},
                {"missingDependencies", "a#b"},
                {"pushMissingDependencies", "c#d"}});
}

Json CoordinatorWithAction() {
  return With(Coordinator(), "actions", Material());
}

Json Bundle() {
  return Named({"bundleJobName", "bundleJobPath", "status", "user", "group", "consoleUrl"},
               {{"bundleJobId", "1-B"},
                {"kickoffTime", On(1)},
                {"createdTime", On(2)},
                {"pauseTime", On(3)}});
}

Json BundleWithPart() {
  return With(Bundle(), "bundleCoordJobs", Coordinator());
}

Json Bulk() {
  return Of("bulkresponses",
            {{"bulkbundle", Named({"bundleJobName", "bundleJobId", "user"}, Json::object())},
             {"bulkcoord", Named({"coordJobName"}, Json::object())},
             {"bulkaction", Named({"status", "externalId", "errorMessage"},
                                  {{"id", "1-C@1"}, {"createdTime", On(1)}})}});
}

Json Histogram() {
  return {{"p999", 1.5}, {"p99", 2.5}, {"p98", 3.5}, {"p95", 4.5},  {"p75", 5.5},    {"p50", 6.5},
          {"mean", 7.5}, {"max", 8.5}, {"min", 9.5}, {"count", 10}, {"stddev", 11.5}};
}

Json Metrics() {
  Json timer = Histogram();
  timer.update(Json{{"m15_rate", 12.5},
                    {"m5_rate", 13.5},
                    {"m1_rate", 99},
                    {"mean_rate", 14.5},
                    {"duration_units", "milliseconds"},
                    {"rate_units", "calls/second"}});
  return {{"counters", {{"c", {{"count", 1}}}}},
          {"gauges", {{"g", {{"value", "x"}}}}},
          {"timers", {{"t", timer}}},
          {"histograms", {{"h", Histogram()}}}};
}

Json InGroup(Json datum) {
  return Json::array({Json{{"group", "g"}, {"data", Json::array({std::move(datum)})}}});
}

Json Instrumentation() {
  const Json clock = {{"name", "t"},       {"ownTimeStdDev", 1.5}, {"ownTimeAvg", 2},
                      {"ownMaxTime", 3},   {"ownMinTime", 4},      {"totalTimeStdDev", 5.5},
                      {"totalTimeAvg", 6}, {"totalMaxTime", 7},    {"totalMinTime", 8},
                      {"ticks", 9}};
  return {{"counters", InGroup({{"name", "c"}, {"value", 1}})},
          {"variables", InGroup({{"name", "v"}, {"value", "x"}})},
          {"samplers", InGroup({{"name", "s"}, {"value", 2.5}})},
          {"timers", InGroup(clock)}};
}

Json Queue() {
  return {
      {"queueDump", Json::array({Json{{"callableDump", "one"}}, Json{{"callableDump", "two"}}})},
      {"uniqueMapDump", Json::array({Json{{"uniqueEntryDump", "three"}}})}};
}

struct Page {
  const char* words;
  Json answer;
  const char* out;
};

class Views : public testing::ClientCommands {
 protected:
  void ExpectAll(std::span<const Page> pages) {
    for (const Page& page : pages) {
      SCOPED_TRACE(page.words);
      server_.Give({page.answer.dump()});
      EXPECT_EQ(testing::WithShortRulers(Run(page.words).out), page.out);
    }
  }
};

TEST_F(Views, ShowAllOfWorkflows) {
  const Page pages[] = {
      {"job|-info|1-W", WorkflowWithAction(), R"(Job ID : 1-W
<ruler>
Workflow Name : appName
App Path      : appPath
Status        : status
Run           : 2
User          : user
Group         : group
Created       : 2026-01-01 03:04 GMT
Started       : 2026-01-02 03:04 GMT
Last Modified : 2026-01-03 03:04 GMT
Ended         : 2026-01-04 03:04 GMT
CoordAction ID: parentId

Actions
<ruler>
ID                                                                            Status    Ext ID                 Ext Status Err Code  
<ruler>
1-W@a                                                                         status    externalId             externalStatuserrorCode 
<ruler>

)"},
      {"job|-info|1-W|-verbose", WorkflowWithAction(), R"(Job ID : 1-W
<ruler>
Workflow Name : appName
App Path      : appPath
Status        : status
Run           : 2
User          : user
Group         : group
Created       : 2026-01-01 03:04:01 GMT
Started       : 2026-01-02 03:04:02 GMT
Last Modified : 2026-01-03 03:04:03 GMT
Ended         : 2026-01-04 03:04:04 GMT
CoordAction ID: parentId

Actions
<ruler>
ID	Console URL	Error Code	Error Message	External ID	External Status	Name	Retries	Tracker URI	Type	Started	Status	Ended
<ruler>
1-W@a	consoleUrl	errorCode	errorMessage	externalId	externalStatus	name	3	trackerUri	type	2026-01-05 03:04:05 GMT	status	2026-01-06 03:04:06 GMT
<ruler>

)"},
      {"job|-info|1-W@a", Action(), R"(ID : 1-W@a
<ruler>
Console URL       : consoleUrl
Error Code        : errorCode
Error Message     : errorMessage
External ID       : externalId
External Status   : externalStatus
Name              : name
Retries           : 4
Tracker URI       : trackerUri
Type              : type
Started           : 2026-01-05 03:04 GMT
Status            : status
Ended             : 2026-01-06 03:04 GMT
<ruler>
)"},
      {"job|-info|1-W@a|-verbose", Action(), R"(ID : 1-W@a
<ruler>
Console URL       : consoleUrl
Error Code        : errorCode
Error Message     : errorMessage
External ID       : externalId
External Status   : externalStatus
Name              : name
Retries           : 4
Tracker URI       : trackerUri
Type              : type
Started           : 2026-01-05 03:04:05 GMT
Status            : status
Ended             : 2026-01-06 03:04:06 GMT
External Stats    : stats
External ChildIDs : externalChildIDs
<ruler>
)"},
      {"jobs", Of("workflows", Workflow()),
       R"(Job ID                                   App Name     Status    User      Group     Started                 Ended                   
<ruler>
1-W                                      appName      status    user      group     2026-01-02 03:04 GMT    2026-01-04 03:04 GMT    
<ruler>
)"},
      {"jobs|-verbose", Of("workflows", Workflow()),
       R"(Job ID	App Name	App Path	Console URL	User	Group	Run	Created	Started	Status	Last Modified	Ended
<ruler>
1-W	appName	appPath	consoleUrl	user	group	2	2026-01-01 03:04:01 GMT	2026-01-02 03:04:02 GMT	status	2026-01-03 03:04:03 GMT	2026-01-04 03:04:04 GMT
<ruler>
)"},
      {"job|-info|1-W|-timezone|America/New_York", Workflow(), R"(Job ID : 1-W
<ruler>
Workflow Name : appName
App Path      : appPath
Status        : status
Run           : 2
User          : user
Group         : group
Created       : 2025-12-31 22:04 EST
Started       : 2026-01-01 22:04 EST
Last Modified : 2026-01-02 22:04 EST
Ended         : 2026-01-03 22:04 EST
CoordAction ID: parentId
<ruler>

)"},
  };
  ExpectAll(pages);
}

TEST_F(Views, ShowAllOfCoordinators) {
  const Page pages[] = {
      {"job|-info|1-C", CoordinatorWithAction(), R"(Job ID : 1-C
<ruler>
Job Name    : coordJobName
App Path    : coordJobPath
Status      : status
Start Time  : 2026-01-01 03:04 GMT
End Time    : 2026-01-02 03:04 GMT
Pause Time  : 2026-01-03 03:04 GMT
Concurrency : 2
<ruler>
ID                                         Status    Ext ID                               Err Code  Created              Nominal Time         
1-C@1                                      status    externalId                           errorCode 2026-01-01 03:04 GMT 2026-01-02 03:04 GMT 
<ruler>
)"},
      {"job|-info|1-C|-verbose", CoordinatorWithAction(), R"(Job ID : 1-C
<ruler>
Job Name    : coordJobName
App Path    : coordJobPath
Status      : status
Start Time  : 2026-01-01 03:04 GMT
End Time    : 2026-01-02 03:04 GMT
Pause Time  : 2026-01-03 03:04 GMT
Concurrency : 2
<ruler>
ID	Action Number	Console URL	Error Code	Error Message	External ID	External Status	Job ID	Tracker URI	Created	Nominal Time	Status	Last Modified	Missing Dependencies
<ruler>
1-C@1	1	consoleUrl	errorCode	errorMessage	externalId	externalStatus	coordJobId	trackerUri	2026-01-01 03:04:01 GMT	2026-01-02 03:04:02 GMT	status	2026-01-03 03:04:03 GMT	a#c
<ruler>
)"},
      {"job|-info|1-C@1", Material(), R"(ID : 1-C@1
<ruler>
Action Number        : 1
Console URL          : consoleUrl
Error Code           : errorCode
Error Message        : errorMessage
External ID          : externalId
External Status      : externalStatus
Job ID               : coordJobId
Tracker URI          : trackerUri
Created              : 2026-01-01 03:04 GMT
Nominal Time         : 2026-01-02 03:04 GMT
Status               : status
Last Modified        : 2026-01-03 03:04 GMT
First Missing Dependency : a#c
<ruler>
)"},
      {"job|-info|1-C@1|-allruns", Of("workflows", Workflow()),
       R"(Job ID                                   Status    Started                 Ended                   
<ruler>
1-W                                      status    2026-01-02 03:04 GMT    2026-01-04 03:04 GMT    
<ruler>
)"},
      {"jobs|-jobtype|coord", Of("coordinatorjobs", Coordinator()),
       R"(Job ID                                   App Name       Status    Freq Unit         Started                 Next Materialized       
<ruler>
1-C                                      coordJobName   status    frequencytimeUnit     2026-01-01 03:04 GMT    2026-01-04 03:04 GMT    
<ruler>
)"},
      {"jobs|-jobtype|coord|-verbose", Of("coordinatorjobs", Coordinator()),
       R"(Job ID	App Name	App Path	Console URL	User	Group	Concurrency	Frequency	Time Unit	Time Zone	Time Out	Started	Next Materialize	Status	Last Action	Ended
<ruler>
1-C	coordJobName	coordJobPath	consoleUrl	user	group	2	frequency	timeUnit	timeZone	5	2026-01-01 03:04:01 GMT	2026-01-04 03:04:04 GMT	status	2026-01-05 03:04:05 GMT	2026-01-02 03:04:02 GMT
<ruler>
)"},
  };
  ExpectAll(pages);
}

TEST_F(Views, ShowAllOfBundles) {
  const Page pages[] = {
      {"job|-info|1-B", BundleWithPart(), R"(Job ID : 1-B
<ruler>
Job Name : bundleJobName
App Path : bundleJobPath
Status   : status
Kickoff time   : Thu Jan 01 03:04:01 UTC 2026
<ruler>
Job ID                                   Status         Freq Unit         Started                 Next Materialized       
<ruler>
1-C                                      status         frequencytimeUnit     2026-01-01 03:04 GMT    2026-01-04 03:04 GMT    
<ruler>
)"},
      {"job|-info|1-B|-verbose", BundleWithPart(), R"(Job ID : 1-B
<ruler>
Job Name : bundleJobName
App Path : bundleJobPath
Status   : status
Kickoff time   : Thu Jan 01 03:04:01 UTC 2026
<ruler>
Job ID                                   Status         Freq Unit         Started                 Next Materialized       
<ruler>
1-C                                      status         frequencytimeUnit     2026-01-01 03:04:01 GMT 2026-01-04 03:04:04 GMT 
<ruler>
)"},
      {"job|-info|1-B",
       With(Bundle(), "notSubmitted",
            {{"coordJobName", "two"}, {"errorCode", "E0701"}, {"errorMessage", "a\nb"}}),
       R"(Job ID : 1-B
<ruler>
Job Name : bundleJobName
App Path : bundleJobPath
Status   : status
Kickoff time   : Thu Jan 01 03:04:01 UTC 2026
<ruler>
Job ID                                   Status         Freq Unit         Started                 Next Materialized       
<ruler>
Not submitted: two, E0701: a b
)"},
      {"jobs|-jobtype|bundle", Of("bundlejobs", Bundle()),
       R"(Job ID                                   Bundle Name    Status    Kickoff             Created             User         Group        
<ruler>
1-B                                      bundleJobName  status    2026-01-01 03:04 GMT2026-01-02 03:04 GMTuser         group        
<ruler>
)"},
      {"jobs|-jobtype|bundle|-verbose", Of("bundlejobs", Bundle()),
       R"(Job ID	Bundle Name	Bundle Path	User	Group	Status	Kickoff	Pause	Created	Console URL
<ruler>
1-B	bundleJobName	bundleJobPath	user	group	status	2026-01-01 03:04:01 GMT	2026-01-03 03:04:03 GMT	2026-01-02 03:04:02 GMT	consoleUrl
<ruler>
)"},
      {"jobs|-bulk|b", Bulk(),
       R"(Bundle Name  Bundle ID                             Coord Name   Coord Action ID                          Status    External ID                           Created Time         Error Message                         
<ruler>
bundleJobNamebundleJobId                           coordJobName 1-C@1                                    status    externalId                            2026-01-01 03:04 GMT errorMessage                          
<ruler>
)"},
      {"jobs|-bulk|b|-verbose", Bulk(), R"(
Bundle Name : bundleJobName
<ruler>
Bundle ID        : bundleJobId
Coordinator Name : coordJobName
Coord Action ID  : 1-C@1
Action Status    : status
External ID      : externalId
Created Time     : 2026-01-01 03:04 GMT
User             : user
Error Message    : errorMessage
<ruler>
)"},
  };
  ExpectAll(pages);
}

TEST_F(Views, ShowAllOfServers) {
  const Page pages[] = {
      {"admin|-metrics", Metrics(), R"(COUNTERS
--------
c : 1

GAUGES
------
g : x

TIMERS
------
t
	999th percentile : 1.5
	99th percentile : 2.5
	98th percentile : 3.5
	95th percentile : 4.5
	75th percentile : 5.5
	50th percentile : 6.5
	mean : 7.5
	max : 8.5
	min : 9.5
	count : 10
	standard deviation : 11.5
	15 minute rate : 12.5
	5 minute rate : 13.5
	1 minute rate : 12.5
	mean rate : 14.5
	duration units : milliseconds
	rate units : calls/second

HISTOGRAMS
----------
h
	999th percentile : 1.5
	99th percentile : 2.5
	98th percentile : 3.5
	95th percentile : 4.5
	75th percentile : 5.5
	50th percentile : 6.5
	mean : 7.5
	max : 8.5
	min : 9.5
	count : 10
	standard deviation : 11.5
)"},
      {"admin|-instrumentation", Instrumentation(), R"(COUNTERS
--------
g.c : 1

VARIABLES
---------
g.v : x

SAMPLERS
---------
g.s : 2.5

TIMERS
---------
g.t
	own time standard deviation : 1.5
	own average time : 2
	own max time : 3
	own min time : 4
	total time standard deviation : 5.5
	total average time : 6
	total max time : 7
	total min time : 8
	ticks : 9
)"},
      {"admin|-queuedump", Queue(), R"(******************************************
[Server Queue Dump]:
one
two
******************************************
[Server Uniqueness Map Dump]:
three
******************************************
)"},
  };
  ExpectAll(pages);
}

}  // namespace
}  // namespace hpdl::client
