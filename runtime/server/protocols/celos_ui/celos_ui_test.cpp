#include "runtime/server/protocols/celos_ui/celos_ui.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace hpdl::rt::celos {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr char kList[] = R"({"ids" : ["a", "<b>"]})";
constexpr char kSlots[] = R"json({
  "info": {"url": "javascript:alert(1)", "contacts": [{"email": "o'x@y", "name": "<O>"}]},
  "paused": true,
  "slots": [
    {"time": "2015-09-01T05:00:00.000Z", "status": "RUNNING", "externalID": "1-W", "retryCount": 2},
    {"time": "2015-09-01T04:00:00.000Z", "status": "SUCCESS", "externalID": "0<W", "retryCount": 0},
    {"time": "2015-09-01T03:00:00.000Z", "status": "WAITING", "externalID": null, "retryCount": 0}]})json";
constexpr char kTree[] = R"json({
  "type": "AndTrigger", "ready": false, "description": "Not all", "subStatuses": [
    {"type": "AlwaysTrigger", "ready": true, "description": "<always>", "subStatuses": []}]})json";

class Ui : public testing::Test {
 protected:
  CelosAnswer Ask(const std::string& method, const std::string& target) {
    CelosUi ui(
        [this](const CelosRequest& request) {
          asked_.push_back(request.method + " " + request.target);
          const std::string path(PathOfTarget(request.target));
          const auto found = answers_.find(path);
          return found == answers_.end() ? Result<CelosAnswer>(CelosAnswer{200, ""})
                                         : found->second;
        },
        {hue_, "", [] { return ScheduledTime::Parse("2015-09-01T05:20Z")->ms; }});
    return ui.Answer({method, target, "", ""});
  }

  std::string hue_;
  std::vector<std::string> asked_;
  std::map<std::string, Result<CelosAnswer>> answers_ = {
      {"/workflow-list", CelosAnswer{200, kList}},
      {"/workflow-slots", CelosAnswer{200, kSlots}},
      {"/trigger-status", CelosAnswer{200, kTree}}};
};

TEST_F(Ui, AsksAsCelosDoes) {
  EXPECT_EQ(Ask("GET", "/ui?zoom=60&time=2015-09-01T05:20Z").status, 200);
  EXPECT_THAT(asked_, ElementsAre("GET /workflow-list",
                                  "GET "
                                  "/workflow-slots?id=a&end=2015-09-01T05%3A20%3A00.001Z&start="
                                  "2015-08-30T06%3A00Z&window=true",
                                  "GET "
                                  "/workflow-slots?id=%3Cb%3E&end=2015-09-01T05%3A20%3A00.001Z&"
                                  "start=2015-08-30T06%3A00Z&window=true"));
}

TEST_F(Ui, ShowsSlots) {
  const CelosAnswer answer = Ask("GET", "/ui");
  EXPECT_THAT(answer.fields, HasSubstr("Content-Security-Policy: default-src 'none'; "));
  EXPECT_EQ(answer.content_type, "text/html; charset=UTF-8");
  EXPECT_THAT(answer.body, HasSubstr("<td class=\"day\">01</td>"));
  EXPECT_THAT(answer.body, HasSubstr(">2015-09-01 05:20 UTC</th>"));
  EXPECT_THAT(answer.body, HasSubstr(">0500</th>"));
  EXPECT_THAT(answer.body,
              HasSubstr("<td class=\"slot RUNNING\"><a href=\"/ui/workflow?id=a&amp;"
                        "slot=2015-09-01T05:00Z\" data-slot-id=\"a@2015-09-01T05:00:"
                        "00.000Z\" title=\"2015-09-01 05:00 UTC RUNNING 1-W\">run</a>"));
  EXPECT_THAT(answer.body, HasSubstr(">&lt;b&gt;</a> <span class=\"paused\">paused</span>"));
  EXPECT_THAT(answer.body, Not(HasSubstr("<b>")));
  EXPECT_THAT(answer.body, HasSubstr("All Workflows"));
}

TEST_F(Ui, LinksToHue) {
  hue_ = "http://hue:8888";
  const std::string page = Ask("GET", "/ui").body;
  EXPECT_THAT(page,
              HasSubstr("class=\"slotLink\" href=\"http://hue:8888/list_oozie_workflow/1-W\""));
  EXPECT_THAT(page, HasSubstr("href=\"http://hue:8888/list_oozie_workflow/0%3CW\""));
  hue_ = "javascript:alert(1)//";
  EXPECT_THAT(Ask("GET", "/ui").body, Not(HasSubstr("href=\"javascript")));
}

TEST_F(Ui, OneWorkflowThatCannotBeAskedLeavesTheOthers) {
  answers_.at("/workflow-slots") = CelosAnswer{400, "<pre>    java.lang.X: &lt;bad&gt; \xE9</pre>"};
  const CelosAnswer answer = Ask("GET", "/ui");
  EXPECT_EQ(answer.status, 200);
  EXPECT_THAT(answer.body, HasSubstr(">java.lang.X: &lt;bad&gt; \xC3\xA9</td>"));
  answers_.at("/workflow-list") = Error{ErrorClass::kTransient, "NET_CONNECT", "no <server>"};
  const CelosAnswer none = Ask("GET", "/ui");
  EXPECT_EQ(none.status, 502);
  EXPECT_THAT(none.body, HasSubstr("no &lt;server&gt;"));
}

TEST_F(Ui, TheRootLeadsToThePage) {
  const CelosAnswer answer = Ask("GET", "/");
  EXPECT_EQ(answer.status, 302);
  EXPECT_EQ(answer.fields, "Location: /ui\r\n");
  EXPECT_EQ(Ask("POST", "/").status, 405);
}

TEST_F(Ui, SlotsThatAreNotLookedAtSayIt) {
  answers_.at("/workflow-slots") = CelosAnswer{200, R"json({
    "slots": [
      {"time": "2015-09-01T05:00:00.000Z", "status": "WAITING", "externalID": null},
      {"time": "2015-09-01T04:00:00.000Z", "status": "WAITING", "externalID": null}],
    "unreadable": [{"time": "2015-09-01T03:00:00.000Z", "error": "<torn>"}],
    "window": {"start": "2015-09-01T05:00:00.000Z", "marked": ["2015-09-01T01:00:00.000Z"]}})json"};
  const std::string page = Ask("GET", "/ui").body;
  EXPECT_THAT(page, HasSubstr("<td class=\"slot WAITING\">"));
  EXPECT_THAT(page,
              HasSubstr("title=\"2015-09-01 04:00 UTC not looked at: the scheduler looks at "
                        "slots from 2015-09-01 05:00 UTC on; a backfill lets it run\">idle<"));
  EXPECT_THAT(page, HasSubstr("<td class=\"slot UNREADABLE\">"));
  EXPECT_THAT(page, HasSubstr("UNREADABLE: &lt;torn&gt;"));
  EXPECT_THAT(Ask("GET", "/ui?zoom=1440").body,
              HasSubstr("title=\"3 slots from 2015-09-01 00:00 UTC: 1 UNREADABLE, 1 WAITING, 1 "
                        "UNSEEN\""));
  const std::string workflow = Ask("GET", "/ui/workflow?id=a").body;
  EXPECT_THAT(workflow, HasSubstr("value=\"2015-09-01T04:00:00.000Z\" aria-label=\"Backfill "
                                  "2015-09-01 04:00 UTC\">Backfill</button>"));
  EXPECT_THAT(workflow, Not(HasSubstr("aria-label=\"Rerun 2015-09-01 03:00 UTC\"")));
}

TEST_F(Ui, AWorkflow) {
  const std::string page = Ask("GET", "/ui/workflow?id=a&slot=2015-09-01T05:00Z").body;
  EXPECT_THAT(asked_,
              ElementsAre("GET /workflow-slots?id=a&end=2015-09-01T05%3A20%3A00.001Z&window=true",
                          "GET /workflow-slots?id=a&end=2015-09-01T05%3A00%3A00.001Z&start="
                          "2015-09-01T05%3A00Z&window=true"));
  EXPECT_THAT(page, HasSubstr("<dd>javascript:alert(1)</dd>"));  // the text is not a link
  EXPECT_THAT(page, HasSubstr("&lt;O&gt; <a href=\"mailto:o%27x@y\">o&#39;x@y</a>"));
  EXPECT_THAT(page,
              HasSubstr("formaction=\"/ui/pause?id=a\" name=\"paused\" value=\"false\">Unpause"));
  EXPECT_THAT(page, HasSubstr("formaction=\"/ui/kill?id=a\" name=\"time\" "
                              "value=\"2015-09-01T05:00:00.000Z\""));
  EXPECT_THAT(page, HasSubstr("formaction=\"/ui/rerun?id=a\" name=\"time\" "
                              "value=\"2015-09-01T04:00:00.000Z\""));
  EXPECT_THAT(page, HasSubstr("href=\"/ui/trigger?id=a&amp;time=2015-09-01T05:00Z\""));
  EXPECT_THAT(page, HasSubstr("0&lt;W"));
}

TEST_F(Ui, ATrigger) {
  const std::string page = Ask("GET", "/ui/trigger?id=a&time=2015-09-01T05:00Z").body;
  EXPECT_THAT(asked_, ElementsAre("GET /trigger-status?id=a&time=2015-09-01T05%3A00%3A00.000Z"));
  EXPECT_THAT(page,
              HasSubstr("<span class=\"part waits\">not ready</span> <b>AndTrigger</b> Not all\n"
                        "<ul>\n<li><span class=\"part ready\">ready</span> "
                        "<b>AlwaysTrigger</b> &lt;always&gt;</li>"));
}

TEST_F(Ui, Buttons) {
  const CelosAnswer rerun =
      Ask("POST", "/ui/rerun?id=a%26b&time=2015-09-01T05:00Z&view=2015-09-02");
  EXPECT_EQ(rerun.status, 303);
  EXPECT_THAT(rerun.fields, HasSubstr("Location: /ui/workflow?id=a%26b&time=2015-09-02T00:00Z&slot="
                                      "2015-09-01T05:00Z&done=rerun\r\n"));
  EXPECT_EQ(Ask("POST", "/ui/rerun?id=a@b@2015-09-01T05:00Z&plain=1").status, 200);
  EXPECT_EQ(Ask("POST", "/ui/kill?id=a&time=2015-09-01T05:00Z").status, 303);
  EXPECT_EQ(Ask("POST", "/ui/pause?id=a&paused=true").status, 303);
  EXPECT_EQ(Ask("POST", "/ui/pause?id=a&paused=false").status, 303);
  EXPECT_THAT(asked_, ElementsAre("POST /rerun?id=a%26b&time=2015-09-01T05%3A00%3A00.000Z",
                                  "POST /rerun?id=a%40b&time=2015-09-01T05%3A00%3A00.000Z",
                                  "POST /kill?id=a&time=2015-09-01T05%3A00%3A00.000Z",
                                  "POST /pause?id=a&paused=true", "POST /pause?id=a&paused=false"));
}

TEST_F(Ui, WhatIsWrong) {
  answers_.emplace("/rerun", CelosAnswer{404, "<pre>    Slot is not found: a</pre>"});
  const struct {
    std::string method, target;
    int status;
  } kRows[] = {{"GET", "/ui?zoom=x", 400},
               {"GET", "/ui?time=x", 400},
               {"GET", "/ui?zoom=&time=", 200},
               {"GET", "/ui/workflow", 400},
               {"GET", "/ui/workflow?id=a&time=x", 400},
               {"GET", "/ui/workflow?id=a&slot=x", 400},
               {"GET", "/ui/trigger?id=a&time=x", 400},
               {"GET", "/ui/trigger", 400},
               {"GET", "/ui/trigger?id=a", 400},
               {"GET", "/ui/", 404},
               {"GET", "/ui/nosuch", 404},
               {"POST", "/ui", 405},
               {"GET", "/ui/rerun?id=a", 405},
               {"POST", "/ui/rerun?id=a", 400},
               {"POST", "/ui/rerun?id=a@x", 400},
               {"POST", "/ui/rerun?id=a&time=2015-09-01T05:00Z", 404},
               {"POST", "/ui/pause?id=a", 400},
               {"POST", "/ui/pause?paused=true", 400},
               {"HEAD", "/ui/style.css", 200}};
  for (const auto& row : kRows) {
    EXPECT_EQ(Ask(row.method, row.target).status, row.status) << row.method << " " << row.target;
  }
  EXPECT_EQ(Ask("POST", "/ui/rerun?plain=1&id=a@2015-09-01T05:00Z").body, "Slot is not found: a\n");
}

TEST_F(Ui, AnswersOfAServerAreChecked) {
  for (const char* const json :
       {"", "[]", "{}", R"({"slots": [1]})", R"({"slots": [{"time": "x", "status": "READY"}]})",
        R"({"slots": [{"time": "2015-09-01T05:00Z", "status": "NEW"}]})",
        R"({"slots": [], "unreadable": [1]})", R"({"slots": [], "window": {"start": 1}})",
        R"({"slots": [], "window": {"start": "2015-09-01T05:00Z", "marked": ["x"]}})"}) {
    EXPECT_FALSE(ReadWorkflowSlots(json)) << json;
  }
  for (const char* const json : {"", "{}", R"({"ids": 1})", R"({"ids": [1]})"}) {
    EXPECT_FALSE(ReadWorkflowList(json)) << json;
  }
  for (const char* const json :
       {"", "{}", R"({"type": "x"})", R"({"type": "x", "ready": true, "subStatuses": [1]})"}) {
    EXPECT_FALSE(ReadTriggerTree(json)) << json;
  }
  EXPECT_EQ(ReasonOf({503, "busy", "", "", ""}), "the server answers with status 503");
}

}  // namespace
}  // namespace hpdl::rt::celos
