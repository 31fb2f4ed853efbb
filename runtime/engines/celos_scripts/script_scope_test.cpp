#include "runtime/engines/celos_scripts/script_scope.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "runtime/engines/celos_scripts/testing/memory_world.h"
#include "runtime/rules/celos/testing/at.h"

namespace hpdl::rt::celos {
namespace {

using testing::At;

const std::string kRest =
    "schedule: celos.hourlySchedule(), schedulingStrategy: celos.serialSchedulingStrategy(),"
    " trigger: celos.alwaysTrigger(), externalService: celos.oozieExternalService({a: '1'}, "
    "'http://o')";

class ScriptScopeTest : public ::testing::Test {
 protected:
  FileOutcome Evaluate(const std::string& text, ScriptMode mode = ScriptMode::kAsCelos) {
    world_.ids.erase("a");
    scope_.emplace(mode, limits_, &world_);
    return scope_->Evaluate({"a.js", text}, now_);
  }
  /// Returns the error as `a.js:1:2: message`, or "none" if there is no error.
  std::string ErrorOf(const std::string& text, ScriptMode mode = ScriptMode::kAsCelos) {
    const FileOutcome outcome = Evaluate(text, mode);
    return outcome.error ? Shown(*outcome.error) : "none";
  }
  std::string MessageOf(const std::string& text) {
    const FileOutcome outcome = Evaluate(text);
    return outcome.error ? outcome.error->message : "none";
  }
  static std::string Shown(const ScriptError& error) {
    const Place& place = error.place;
    return place.file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) +
           ": " + error.message;
  }
  Result<Properties> PropertiesOf(const std::string& id) {
    return scope_->PropertiesOf(id, At("2015-09-01T05:00Z"), now_);
  }

  testing::MemoryWorld world_;
  js::Limits limits_;
  std::optional<ScriptScope> scope_;
  ScheduledTime now_ = At("2015-09-10T00:00Z");
};

TEST_F(ScriptScopeTest, AWorkflowIsWhatItsOptionsSay) {
  const FileOutcome outcome = Evaluate(R"js(
    var t = celos.hdfsCheckTrigger("/a/${year}", "hdfs://nn");
    celos.defineWorkflow({
      "id": "a b",
      "schedule": celos.cronSchedule("0 30 * * * ?"),
      "schedulingStrategy": celos.serialSchedulingStrategy(3),
      "trigger": celos.andTrigger(t, celos.offsetTrigger(3600, t), celos.successTrigger("b")),
      "externalService": celos.oozieExternalService({"x": "${year}"}, "http://oozie/"),
      "startTime": "2015-09-01T00:00Z",
      "maxRetryCount": 5,
      "waitTimeoutSeconds": 60,
      "url": "http://wiki/",
      "contacts": [{"name": "A", "email": "a@b.c"}, {}]
    });)js");
  ASSERT_FALSE(outcome.error) << outcome.error->message;
  ASSERT_EQ(outcome.workflows.size(), 1U);
  const Workflow& workflow = outcome.workflows[0];
  EXPECT_EQ(workflow.id, "a b");
  EXPECT_EQ(std::get<CronSchedule>(workflow.schedule).expression, "0 30 * * * ?");
  EXPECT_EQ(std::get<SerialStrategy>(workflow.strategy).concurrency, 3);
  const AndTrigger& all = std::get<AndTrigger>(workflow.trigger->kind);
  ASSERT_EQ(all.parts.size(), 3U);
  EXPECT_EQ(std::get<HdfsCheckTrigger>(all.parts[0]->kind).path, "/a/${year}");
  EXPECT_EQ(std::get<HdfsCheckTrigger>(all.parts[0]->kind).file_system, "hdfs://nn");
  EXPECT_EQ(std::get<OffsetTrigger>(all.parts[1]->kind).part, all.parts[0]);
  EXPECT_EQ(std::get<OffsetTrigger>(all.parts[1]->kind).seconds, 3600);
  EXPECT_EQ(std::get<SuccessTrigger>(all.parts[2]->kind).workflow, "b");
  EXPECT_EQ(workflow.trigger->place.line, 7);
  EXPECT_EQ(workflow.trigger->place.column, 24);
  EXPECT_EQ(workflow.service.url, "http://oozie/");
  EXPECT_EQ(workflow.service.properties, (Properties{{"x", "${year}"}}));
  EXPECT_EQ(workflow.start_time, At("2015-09-01T00:00Z"));
  EXPECT_EQ(workflow.max_retry_count, 5);
  EXPECT_EQ(workflow.wait_timeout_seconds, 60);
  EXPECT_EQ(workflow.url, "http://wiki/");
  ASSERT_EQ(workflow.contacts.size(), 2U);
  EXPECT_EQ(workflow.contacts[0].email, "a@b.c");
  EXPECT_EQ(workflow.contacts[1].name, std::nullopt);
  EXPECT_EQ(workflow.place.line, 3);
  EXPECT_FALSE(outcome.looked_outside);
  EXPECT_FALSE(outcome.has_functions);
}

TEST_F(ScriptScopeTest, DefaultsAreInTheCallersGlobalScope) {
  world_.defaults = {{"site",
                      "var ROOT = '/r'; function path(x) { return ROOT + x; }\n"
                      "CELOS_DEFAULT_OOZIE = 'http://o'; importDefaults('more');"},
                     {"more", "var CELOS_DEFAULT_OOZIE_PROPERTIES = {user: 'u', a: '0'};"}};
  const FileOutcome outcome = Evaluate(
      "function load() { celos.importDefaults('site'); } load();"
      "celos.defineWorkflow({id: path('x').replace('/', '-').replace(/\\//g, '-'), " +
      kRest.substr(0, kRest.find("'http")) + "undefined)})");
  ASSERT_FALSE(outcome.error) << outcome.error->message;
  EXPECT_EQ(outcome.workflows.at(0).id, "-rx");
  EXPECT_EQ(outcome.workflows[0].service.url, "http://o");
  EXPECT_EQ(outcome.workflows[0].service.properties, (Properties{{"a", "1"}, {"user", "u"}}));
  EXPECT_EQ(world_.asked, (std::vector<std::string>{"site", "more"}));
}

TEST_F(ScriptScopeTest, ErrorsInDefaultsHaveTheirPlaceThere) {
  world_.defaults = {{"bad", "var x = 1;\nvar y = ;"}, {"throws", "\n\n throw 'no';"}};
  EXPECT_EQ(ErrorOf("importDefaults('bad')"),
            "defaults/bad.js:2:9: SyntaxError: unexpected token in expression: ';'");
  EXPECT_EQ(ErrorOf("importDefaults('throws')"), "defaults/throws.js:3:8: no");
  EXPECT_EQ(ErrorOf("\n  importDefaults('none')"),
            "a.js:2:3: defaults/none.js (No such file or directory)");
  EXPECT_EQ(ErrorOf("try { importDefaults('throws') } catch (e) { if (e !== 'no') throw e; }"),
            "none");
}

TEST_F(ScriptScopeTest, WorkflowsBeforeAnErrorStay) {
  const FileOutcome outcome = Evaluate("celos.defineWorkflow({id: 'a', " + kRest + "});\nblah;\n" +
                                       "celos.defineWorkflow({id: 'b', " + kRest + "});");
  ASSERT_EQ(outcome.workflows.size(), 1U);
  EXPECT_EQ(outcome.workflows[0].service.properties, (Properties{{"a", "1"}}));
  EXPECT_EQ(Shown(*outcome.error), "a.js:2:1: ReferenceError: blah is not defined");
}

TEST_F(ScriptScopeTest, AnIdIsTakenOnce) {
  world_.ids = {"taken"};
  const FileOutcome outcome = Evaluate("celos.defineWorkflow({id: 'taken', " + kRest + "});");
  EXPECT_EQ(Shown(*outcome.error), "a.js:1:27: Workflow with this ID already exists: taken");
  EXPECT_EQ(outcome.refused_ids, std::vector<std::string>{"taken"});
  EXPECT_TRUE(outcome.workflows.empty());
}

TEST_F(ScriptScopeTest, PropertiesThatAreAFunctionOfTheSlot) {
  const FileOutcome outcome = Evaluate(
      "var n = 0; CELOS_USER_JS_VAR = 'me';"
      "celos.defineWorkflow({id: 'a', " +
      kRest +
      ", externalService: celos.oozieExternalService("
      "function (slot) { n++; return {year: slot.getScheduledTime().minusYears(1).year(), id: '' + "
      "slot, n: '' + n}; },"
      "'http://o')});\n"
      "celos.defineWorkflow({id: 'b', " +
      kRest +
      ", externalService: celos.oozieExternalService("
      "function (slot) {\n  throw 'not ' + slot.workflowID; }, 'http://o')});"
      "celos.defineWorkflow({id: 'c', " +
      kRest +
      ", externalService: celos.oozieExternalService("
      "function (slot) { for (;;) { } }, 'http://o')});");
  ASSERT_FALSE(outcome.error) << outcome.error->message;
  EXPECT_TRUE(outcome.has_functions);
  EXPECT_EQ(outcome.workflows.at(0).service.properties, std::nullopt);
  EXPECT_EQ(*PropertiesOf("a"), (Properties{{"id", "a@2015-09-01T05:00:00.000Z"},
                                            {"n", "1"},
                                            {"user.name", "me"},
                                            {"year", "2014"}}));
  EXPECT_EQ(PropertiesOf("a")->at("n"), "2");
  EXPECT_EQ(PropertiesOf("b").error().message, "a.js:3:9: not b");
  EXPECT_NE(PropertiesOf("c").error().message.find("ran for more than 1000 ms"), std::string::npos);
  EXPECT_EQ(PropertiesOf("d").error().message, "the scripts define no workflow d");
}

TEST_F(ScriptScopeTest, WhatLooksOutsideIsNoted) {
  world_.registers["b"] = {{"k", "{\"v\": 1}"}, {"l", "2"}};
  world_.files = {"/a/2015"};
  EXPECT_TRUE(Evaluate("ScheduledTime.now()").looked_outside);
  EXPECT_TRUE(Evaluate("new Date()").looked_outside);
  EXPECT_FALSE(Evaluate("new Date(0)").looked_outside);
  EXPECT_TRUE(Evaluate("if (celos.getRegister('b', 'k').v !== 1) throw 'no';").looked_outside);
  EXPECT_EQ(
      ErrorOf(
          "var s = ''; celos.forEachRegister('b', function (k, v) { s += k + JSON.stringify(v); });"
          "throw s;"),
      "a.js:1:95: k{\"v\":1}l2");
  EXPECT_TRUE(Evaluate("celos.forEachRegister('none', function () { })").looked_outside);
  EXPECT_TRUE(
      Evaluate("if (!celos.hdfsCheck('/a/${year}', null, 'hdfs://n')) throw 'no';").looked_outside);
  EXPECT_EQ(world_.asked.back(), "hdfs://n /a/2015");
  EXPECT_EQ(ErrorOf("celos.getRegister('a/b', 'c')"),
            "a.js:1:7: Bucket IDs and register keys must not contain the / character:a/b");
}

TEST_F(ScriptScopeTest, TheTestModeOfCelosCi) {
  const std::string mode = "HDFS_PREFIX_JS_VAR = '/p'; TEST_UUID_JS_VAR = '1-2'; throw ";
  EXPECT_EQ(ErrorOf(mode + "celos.hdfsPath('/a/${year}')"), "a.js:1:60: /p/a/${year}");
  EXPECT_EQ(ErrorOf(mode + "celos.hdfsPath('hdfs:/a')"), "a.js:1:60: hdfs:/p/a");
  EXPECT_EQ(ErrorOf(mode + "celos.hdfsPath('hdfs://nn:1/a?q#f')"),
            "a.js:1:60: hdfs://nn:1/p/a?q#f");
  EXPECT_EQ(ErrorOf(mode + "celos.hdfsPath('hdfs:///a')"), "a.js:1:60: hdfs:///p/a");
  EXPECT_EQ(ErrorOf(mode + "celos.hdfsPath('rel/a')"), "a.js:1:60: /prel/a");
  EXPECT_EQ(ErrorOf(mode + "celos.databaseName('d')"), "a.js:1:60: celosci_d_1_2");
  EXPECT_EQ(ErrorOf("HDFS_PREFIX_JS_VAR = '/'; throw celos.hdfsPath('/a')"), "a.js:1:33: /a");
}

TEST_F(ScriptScopeTest, WrongOptionsHaveTheirOwnPlace) {
  const auto with = [](const std::string& options) {
    return "celos.defineWorkflow({id: 'a',\n " + options + ",\n" + kRest + "});";
  };
  EXPECT_EQ(ErrorOf(with("contacts: [{name: 'A'},\n  {email: 'a b'}]")),
            "a.js:3:11: contacts[1].email: Illegal character in path at index 1: a b");
  EXPECT_EQ(ErrorOf(with("maxRetryCount: true")),
            "a.js:2:17: TypeError: maxRetryCount must be a number: true");
  EXPECT_EQ(ErrorOf(with("url: 'x'")), "a.js:2:7: url: no protocol: x");
  EXPECT_EQ(ErrorOf(with("startTime: '2015-13'")).substr(0, 11), "a.js:2:13: ");
  EXPECT_EQ(ErrorOf("var o = {id: 5};\ncelos.defineWorkflow(o)"),
            "a.js:2:7: Workflow ID must be a string: 5");
  EXPECT_EQ(ErrorOf("try { celos.defineWorkflow({id: 5}) } catch (e) { }\nthrow 'x'"),
            "a.js:2:7: x");
  EXPECT_EQ(ErrorOf("celos.defineWorkflow({id: 'a', get schedule() {\n throw 'mine'; }})"),
            "a.js:2:8: mine");
  EXPECT_EQ(ErrorOf("celos.defineWorkflow({id: 'a'})"),
            "a.js:1:7: TypeError: defineWorkflow lacks the required options schedule, "
            "schedulingStrategy, trigger, externalService");
  EXPECT_EQ(
      ErrorOf("celos.defineWorkflow({shedule: 1})"),
      "a.js:1:7: Workflow ID must be a string: undefined; defineWorkflow lacks the required "
      "options id, schedule, schedulingStrategy, trigger, externalService and has the unknown "
      "option shedule");
}

TEST_F(ScriptScopeTest, HintsForOldScripts) {
  EXPECT_EQ(
      ErrorOf("hourlySchedule()"),
      "a.js:1:1: ReferenceError: hourlySchedule is not defined; it is called celos.hourlySchedule");
  EXPECT_EQ(ErrorOf("var t = `/a/${year}`;"),
            "a.js:1:15: ReferenceError: year is not defined; put ${year} in quotes, because in "
            "backquotes "
            "JavaScript itself looks for year");
  EXPECT_EQ(ErrorOf("var a;\n celos.hourlySchedul(1)"),
            "a.js:2:8: TypeError: celos.hourlySchedul is not a function; did you mean "
            "celos.hourlySchedule?");
  EXPECT_EQ(ErrorOf("celos.putRegister('a', 'b', {})"),
            "a.js:1:7: TypeError: celos.putRegister is not a function; Celos removed it in 2015");
  EXPECT_EQ(ErrorOf("var a = {b: 5}; a.b()"), "a.js:1:19: TypeError: a.b is not a function");
  EXPECT_EQ(ErrorOf("[1][0]()"), "a.js:1:1: TypeError: not a function");
  EXPECT_EQ(ErrorOf("new Packages.java.util.ArrayList()").substr(0, 70),
            "a.js:1:1: TypeError: the Java class java.util.ArrayList is not availab");
  EXPECT_EQ(ErrorOf("importPackage(Packages.com.collective.celos); importClass(java.util.List);"
                    "new Packages.com.collective.celos.ScheduledTime('2015'); var d = java.util"),
            "none");
  const FileOutcome outcome =
      Evaluate("celos.defineWorkflow({id: 'a', maxRetryCoun: 1, other: 2, " + kRest + "});");
  ASSERT_EQ(outcome.warnings.size(), 2U);
  EXPECT_EQ(Shown(outcome.warnings[0]),
            "a.js:1:46: defineWorkflow has no option maxRetryCoun; it is ignored; did you mean "
            "maxRetryCount?");
  EXPECT_EQ(outcome.warnings[1].message, "defineWorkflow has no option other; it is ignored");
}

TEST_F(ScriptScopeTest, TheOtherTimesOfScripts) {
  const std::string time = "var t = new ScheduledTime('2016-02-29T13:04:05.067Z'); throw '' + ";
  EXPECT_EQ(MessageOf(time + "t.minusYears(1)"), "2015-02-28T13:04:05.067Z");
  EXPECT_EQ(MessageOf(time + "t.plusMonths('1')"), "2016-03-29T13:04:05.067Z");
  EXPECT_EQ(MessageOf(time + "[t.year(), t.month(), t.getMonth(), t.millisecond, t.getDay()]"),
            "2016,02,2,67,29");
  EXPECT_EQ(
      MessageOf(time + "t.getDateTime().toString(\"yyyy/DDD EEE MMM d h a 'o''clock' SSS yy\")"),
      "2016/060 Mon Feb 29 1 PM o'clock 067 16");
  EXPECT_EQ(MessageOf(time + "t.dateTime.getDayOfWeek() + ' ' + t.dateTime.plusDays(1)"),
            "1 2016-03-01T13:04:05.067Z");
  EXPECT_EQ(MessageOf(time + "JSON.stringify({a: t})"),
            "TypeError: A Java object cannot become JSON: 2016-02-29T13:04:05.067Z");
  EXPECT_EQ(MessageOf(time +
                      "t.equals(new ScheduledTime(t.dateTime)) + t.compareTo(ScheduledTime.now())"),
            "true1");
  EXPECT_EQ(MessageOf(time + "t.plusYears(2147483647)").find("none"), std::string::npos);
}

TEST_F(ScriptScopeTest, PropertiesMustBeTexts) {
  const std::string number = "celos.defineWorkflow({id: 'a', " + kRest +
                             ", externalService: celos.oozieExternalService({n: 5}, 'http://o')});";
  const FileOutcome outcome = Evaluate(number);
  EXPECT_FALSE(outcome.error);
  EXPECT_EQ(outcome.workflows.at(0).service.properties, std::nullopt);
  EXPECT_NE(
      outcome.unfit_properties.at("a").find("The property n of externalService must be a text: 5"),
      std::string::npos);
  EXPECT_EQ(ErrorOf(number, ScriptMode::kStrict),
            "a.js:1:267: TypeError: The property n of externalService must be a text: 5");
}

TEST_F(ScriptScopeTest, StrictMends) {
  const auto with = [](const std::string& id, const std::string& trigger) {
    return "celos.defineWorkflow({id: '" + id + "', " + kRest + ", trigger: " + trigger + "});";
  };
  EXPECT_EQ(ErrorOf(with("a", "celos.andTrigger(null)")), "none");
  EXPECT_NE(ErrorOf(with("a", "celos.andTrigger(null)"), ScriptMode::kStrict)
                .find("argument 1 of andTrigger must be a trigger: null"),
            std::string::npos);
  EXPECT_EQ(ErrorOf(with("..", "celos.alwaysTrigger()")), "none");
  EXPECT_EQ(ErrorOf(with("..", "celos.alwaysTrigger()"), ScriptMode::kStrict),
            "a.js:1:27: Workflow ID can't be ..");
}

TEST_F(ScriptScopeTest, TriggersThatAreTooBig) {
  EXPECT_EQ(
      ErrorOf("var t = celos.alwaysTrigger(); for (var i = 0; i < 40; i++)\n  t = "
              "celos.andTrigger(t, t);"),
      "a.js:2:13: a trigger may have at most 10000 parts; a part that is used twice counts twice");
  EXPECT_EQ(ErrorOf("var t = celos.alwaysTrigger(); for (var i = 0; i < 1000; i++)\n  t = "
                    "celos.notTrigger(t);"),
            "a.js:2:13: triggers may be nested at most 200 deep");
  EXPECT_EQ(
      ErrorOf("var n = new Array(20000); celos.andTrigger.apply(this, n)"),
      "a.js:1:44: a trigger may have at most 10000 parts; a part that is used twice counts twice");
}

TEST_F(ScriptScopeTest, HostileOptions) {
  const auto with = [](const std::string& options) {
    return "celos.defineWorkflow({id: 'a', " + kRest + ", " + options + "});";
  };
  EXPECT_NE(ErrorOf(with("get url() { for (;;) { } }")).find("ran for more than"),
            std::string::npos);
  limits_.time = std::chrono::milliseconds(60'000);
  EXPECT_NE(ErrorOf(with("get contacts() { return this.contacts; }")).find("stack"),
            std::string::npos);
  EXPECT_NE(ErrorOf(with("contacts: {length: 1e9}")).find("none"), 0U);
  EXPECT_NE(ErrorOf(with("maxRetryCount: {valueOf: function () { throw 'mine'; }}")).find("mine"),
            std::string::npos);
  EXPECT_NE(ErrorOf(with("url: {toString: function () { return 5; }, valueOf: null}")).find("none"),
            0U);
  EXPECT_NE(ErrorOf(with("url: 'http://' + 'x'.repeat(70000)")).find("longer than 65536"),
            std::string::npos);
  EXPECT_EQ(ErrorOf("JSON = null; Array = 5; Object = undefined; String = 7; Number = 8; Map = 9; "
                    "Math = {};" +
                    with("contacts: [{name: 'x'}]")),
            "none");
  EXPECT_EQ(ErrorOf(with("__proto__: {schedule: 5}")), "none");
  const FileOutcome outcome =
      Evaluate("celos.defineWorkflow(Object.assign({id: 'a', " + kRest +
               "}, {externalService: celos.oozieExternalService("
               "JSON.parse('{\"__proto__\": \"x\", \"constructor\": \"y\"}'), 'http://o')}))");
  ASSERT_FALSE(outcome.error) << outcome.error->message;
  EXPECT_EQ(outcome.workflows.at(0).service.properties,
            (Properties{{"__proto__", "x"}, {"constructor", "y"}}));
}

TEST_F(ScriptScopeTest, FilesDoNotSeeEachOther) {
  Evaluate("X = 1; celos.hourlySchedule = null; celos.x = 1; globalThis.celos.y = 2; JSON.z = 1;");
  EXPECT_EQ(
      ErrorOf("if (typeof X + typeof celos.x + typeof celos.hourlySchedule + typeof JSON.z !=="
              " 'undefinedundefinedfunctionundefined') throw 'seen';"),
      "none");
}

}  // namespace
}  // namespace hpdl::rt::celos
