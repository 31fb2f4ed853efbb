#include <regex>
#include <tuple>

#include "runtime/server/protocols/oozie/node_confs.h"
#include "runtime/server/protocols/oozie/testing/oozie_api_case.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Json;
using testing::kSubmission;
using testing::Node;
using testing::OozieApiTest;

TEST_F(OozieApiTest, WhatComesTooLateIsSwallowed) {
  const std::string running = "/oozie/v2/job/" + Put(Job(2, "a", JobState::kRunning), {});
  EXPECT_EQ(Ask("PUT", running + "?action=kill").status, 200);
  EXPECT_THAT(verbs_.told, ElementsAre("kill 0000002-261121015411192-oozie-joe-W"));
  verbs_.error = Error{ErrorClass::kError, "E0725", "it has ended meanwhile"};
  EXPECT_EQ(Ask("PUT", running + "?action=kill").status, 200);
  verbs_.error = Error{ErrorClass::kError, "E0508", "not yours"};
  const OozieAnswer refused = Ask("PUT", running + "?action=kill");
  EXPECT_EQ(Code(refused), "401 E0508");
  EXPECT_THAT(refused.body, IsEmpty());
  verbs_.error = Error{ErrorClass::kError, "E0604", "no such job"};
  EXPECT_EQ(Code(Ask("PUT", running + "?action=kill")), "400 E0605");
}

TEST_F(OozieApiTest, ARerunIsTold) {
  const std::string ended = "/oozie/v2/job/" + Put(Job(1, "a", JobState::kKilled), {});
  const std::string rerun = "?action=rerun&user=joe";
  EXPECT_EQ(Code(Ask("PUT", ended + rerun, kSubmission, "text/plain")), "400 E0300");
  EXPECT_THAT(verbs_.told, IsEmpty());
  EXPECT_EQ(Code(Ask("PUT", ended + rerun, kSubmission)), "200");
  EXPECT_THAT(verbs_.told, ElementsAre("rerun 0000001-261121015411192-oozie-joe-W"));
  verbs_.error = Error{ErrorClass::kError, "E0805", "it has not ended"};
  EXPECT_EQ(Code(Ask("PUT", ended + rerun, kSubmission)), "400 E0805");
}

TEST_F(OozieApiTest, AnotherUserSeesNoSecrets) {
  const std::string target = "/oozie/v2/job/" + Put(Job(1, "a", JobState::kRunning), {},
                                                    {{"db.password", "hidden"}, {"b", "seen"}});
  EXPECT_THAT(Body(target), HasSubstr("hidden"));
  const std::string other = Ask("GET", target, "", "", "alice").body;
  EXPECT_EQ(other.find("hidden"), std::string::npos);
  EXPECT_THAT(other, HasSubstr("seen"));
}

TEST_F(OozieApiTest, TheConfigurationIsInJavasOrder) {
  const std::string target = "/oozie/v2/job/" + Put(Job(1, "a", JobState::kRunning), {},
                                                    {{"abc.def", "4"},
                                                     {"extra1", "1"},
                                                     {"inputDir", "i"},
                                                     {"mapreduce.job.user.name", "joe"},
                                                     {"nameNode", "file://"},
                                                     {"oozie.suspend.on.nodes", "dec"},
                                                     {"oozie.wf.application.path", "p"},
                                                     {"outputDir", "o"},
                                                     {"queueName", "q"},
                                                     {"some.longer.name", "2"},
                                                     {"user.name", "joe"},
                                                     {"who", "world"},
                                                     {"z", "3"}});
  const std::string conf = Json::parse(Body(target))["conf"];
  std::string names;
  const std::regex name("<name>([^<]*)</name>");
  for (std::sregex_iterator it(conf.begin(), conf.end(), name), end; it != end; ++it) {
    names += (*it)[1].str() + " ";
  }
  EXPECT_EQ(names,
            "outputDir oozie.suspend.on.nodes user.name extra1 inputDir mapreduce.job.user.name "
            "oozie.wf.application.path queueName some.longer.name abc.def z nameNode who ");
}

TEST_F(OozieApiTest, WhatLedToAnotherComesFirst) {
  const std::string target =
      "/oozie/v2/job/" +
      Put(Job(1, "a", JobState::kSucceeded),
          {Node(":start:", "start", "fk"), Node("fk", "fork", "a,b"), Node("a", "fs", "jn"),
           Node("b", "fs", "jn"), Node("dec", "decision", "end"), Node("end", "end", ""),
           Node("jn", "join", "dec")});
  std::string names;
  const Json info = Json::parse(Body(target));
  for (const Json& action : info["actions"]) {
    names += action["name"].get<std::string>() + " ";
  }
  EXPECT_EQ(names, ":start: fk a b jn dec end ");
  const Json part = Json::parse(Body(target + "?offset=2&len=1"))["actions"];
  ASSERT_EQ(part.size(), 1U);
  EXPECT_EQ(part[0]["transition"], "*");
}

TEST_F(OozieApiTest, DefinitionAndGraphComeFromTheProgram) {
  const std::string id = Put(Job(1, "a", JobState::kSucceeded), {});
  const OozieAnswer definition = Ask("GET", "/oozie/v2/job/" + id + "?show=definition");
  EXPECT_EQ(definition.content_type, "application/xml; charset=\"UTF-8\"");
  EXPECT_EQ(definition.body, "what the program prints");
  EXPECT_THAT(asked_, ElementsAre("/programs/p", "source", "--workflow", "0"));
  EXPECT_EQ(Ask("GET", "/oozie/v2/job/" + id + "?show=graph&format=dot").status, 200);
  EXPECT_THAT(asked_, ElementsAre("/programs/p", "graph", id, "--format", "dot", "--state",
                                  folder_.path()));
  // The default format is PNG, as in Oozie.
  for (const auto& [parameters, format, type] :
       {std::tuple("", "png", "image/png"), std::tuple("&format=PNG", "png", "image/png"),
        std::tuple("&format=svg", "svg", "image/svg+xml"),
        std::tuple("&format=SVG&show-kill=true", "svg", "image/svg+xml")}) {
    const OozieAnswer graph = Ask("GET", "/oozie/v2/job/" + id + "?show=graph" + parameters);
    EXPECT_EQ(graph.status, 200);
    EXPECT_EQ(graph.content_type, type);
    EXPECT_EQ(graph.body, std::string(format) + " of what the program prints:");
  }
  for (const char* other : {"gif", "%0d%0a"}) {
    EXPECT_EQ(Code(Ask("GET", "/oozie/v2/job/" + id + "?show=graph&format=" + other)), "404 E0307");
  }
  program_error_ = Error{ErrorClass::kError, "", "it is gone"};
  EXPECT_EQ(Code(Ask("GET", "/oozie/v2/job/" + id + "?show=definition")), "400 E0307");
}

TEST_F(OozieApiTest, TheConfOfAnActionComesFromTheDefinition) {
  program_prints_ =
      "<workflow-app xmlns='urn:w'><action name='a'><fs><mkdir path='${d}'/></fs></action>"
      "<action name='b'><java><configuration><property><name>db.password</name>"
      "<value>hidden</value></property></configuration></java></action></workflow-app>";
  program_defaults_ = ProgramAnswer{0, "of.defaults=${d}\n", ""};
  NodeRow started = Node("a", "fs", "b");
  started.arguments = Arguments({{0, 1, "", {{1, 1, "/made", {}}}}});
  const std::string target =
      "/oozie/v2/job/" +
      Put(Job(1, "w", JobState::kRunning), {started, Node("b", "java", "end")}, {{"d", "/d"}});
  const std::string conf = Json::parse(Body(target + "@a"))["conf"];
  EXPECT_THAT(conf, HasSubstr("<mkdir path=\"/made\" />"));
  EXPECT_THAT(conf, HasSubstr("<value>/d</value>"));
  EXPECT_EQ(Json::parse(Body(target))["actions"][0]["conf"], conf);
  EXPECT_THAT(Body(target), HasSubstr("hidden"));
  const std::string other = Ask("GET", target, "", "", "alice").body;
  EXPECT_EQ(other.find("hidden"), std::string::npos);
  EXPECT_THAT(other, HasSubstr("/made"));
  EXPECT_EQ(questions_, 3);  // only the first request has asked the program
}

TEST_F(OozieApiTest, AnActionHasNoConfIfItsDefinitionCannotBeRead) {
  const std::vector<NodeRow> nodes = {Node("a", "fs", "end"), Node("k", "kill", "")};
  const auto conf = [&](const std::string& id, std::size_t node) {
    return Json::parse(Body("/oozie/v2/job/" + id))["actions"][node]["conf"];
  };
  const std::string id = Put(Job(1, "w", JobState::kRunning), nodes);
  program_error_ = Error{ErrorClass::kError, "", "it cannot be started now"};
  EXPECT_TRUE(conf(id, 0).is_null());
  EXPECT_EQ(conf(id, 1), "");
  EXPECT_EQ(questions_, 2);
  program_error_.reset();
  EXPECT_TRUE(conf(id, 0).is_null());  // the program does not print XML
  EXPECT_EQ(questions_, 5);
  EXPECT_TRUE(conf(id, 0).is_null());
  EXPECT_EQ(questions_, 5);
  JobRow hws = Job(2, "w", JobState::kRunning);
  hws.dialect = HPDL_DIALECT_HWS;
  EXPECT_TRUE(conf(Put(hws, nodes), 0).is_null());
}

TEST_F(OozieApiTest, AnOlderProgramGivesNoDefaults) {
  program_prints_ = "<workflow-app xmlns='urn:w'><action name='a'><fs/></action></workflow-app>";
  const std::string id = Put(Job(1, "w", JobState::kRunning), {Node("a", "fs", "end")});
  const std::string target = "/oozie/v2/job/" + id + "@a";
  for (const Result<ProgramAnswer>& bad : {
           Result<ProgramAnswer>(Error{ErrorClass::kError, "E0607", "did not end in time"}),
           Result<ProgramAnswer>(ProgramAnswer{1, "", "no memory"}),
           Result<ProgramAnswer>(ProgramAnswer{0, "x=\\u", ""}),
       }) {
    program_defaults_ = bad;
    EXPECT_TRUE(Json::parse(Body(target))["conf"].is_null());
  }
  program_defaults_ = ProgramAnswer{2, "x=y", "unknown option"};
  EXPECT_EQ(Json::parse(Body(target))["conf"],
            "<fs xmlns=\"urn:w\">\r\n  <configuration />\r\n</fs>");
  EXPECT_EQ(questions_, 12);
}

TEST_F(OozieApiTest, AnotherProgramGivesNoConf) {
  program_prints_ = "<workflow-app xmlns='urn:w'><action name='a'><fs/></action></workflow-app>";
  const std::string target =
      "/oozie/v2/job/" + Put(Job(1, "w", JobState::kRunning), {Node("a", "fs", "end")}) + "@a";
  for (const char* version : {"workflow w\ncontent other\n", "workflow hash\n", "content hash"}) {
    program_version_ = version;
    EXPECT_TRUE(Json::parse(Body(target))["conf"].is_null()) << version;
  }
  EXPECT_EQ(questions_, 3);
  program_version_ = "workflow w\ncontent hash\n";
  EXPECT_FALSE(Json::parse(Body(target))["conf"].is_null());
}

TEST_F(OozieApiTest, OnlyNodesWithTextsNeedTheDefinition) {
  const std::string target =
      "/oozie/v2/job/" +
      Put(Job(1, "w", JobState::kRunning), {Node(":start:", "start", "f"), Node("f", "fork", "a,b"),
                                            Node("j", "join", "end"), Node("end", "end", "")});
  EXPECT_EQ(Json::parse(Body(target))["actions"][1]["conf"], "");
  EXPECT_EQ(Json::parse(Body(target + "@f"))["conf"], "");
  EXPECT_EQ(questions_, 0);
}

TEST(KnownDefinitions, OnlyTheDefinitionsThatWereUsedLastAreKept) {
  KnownDefinitions known;
  for (const char* key : {"a", "b", "c"}) {
    known.Add({key, 10 << 20, nullptr});
  }
  EXPECT_NE(known.Find("a"), nullptr);
  known.Add({"d", 10 << 20, nullptr});
  EXPECT_NE(known.Find("a"), nullptr);
  EXPECT_EQ(known.Find("b"), nullptr);
  EXPECT_NE(known.Find("c"), nullptr);
  EXPECT_NE(known.Find("d"), nullptr);
  known.Add({"too long", 33 << 20, nullptr});
  EXPECT_EQ(known.Find("too long"), nullptr);
}

TEST(KnownDefinitions, ADefinitionIsThereOnce) {
  KnownDefinitions known;
  known.Add({"a", 20 << 20, nullptr});
  known.Add({"b", 10 << 20, nullptr});
  known.Add({"a", 20 << 20, nullptr});
  EXPECT_NE(known.Find("a"), nullptr);
  EXPECT_NE(known.Find("b"), nullptr);
}

TEST_F(OozieApiTest, APictureHasTheStatesOfNodes) {
  std::vector<NodeRow> nodes;
  for (const auto& [name, state] : {std::pair("ok", NodeState::kOk),
                                    {"run", NodeState::kRunning},
                                    {"err", NodeState::kError},
                                    {"kill", NodeState::kKilled},
                                    {"prep", NodeState::kPrep},
                                    {"re", NodeState::kUserRetry},
                                    {"man", NodeState::kEndManual}}) {
    nodes.push_back(Node(name, "fs", "end"));
    nodes.back().state = state;
  }
  const std::string id = Put(Job(1, "a", JobState::kRunning), nodes);
  const std::string body = Body("/oozie/v2/job/" + id + "?show=graph&format=svg") + " ";
  for (const char* state : {" ok=done ", " run=running ", " err=failed ", " kill=failed ",
                            " prep=waiting ", " re=waiting ", " man=running "}) {
    EXPECT_THAT(body, HasSubstr(state));
  }
  verbs_.error = Error{ErrorClass::kTransient, "", "too slow"};
  EXPECT_EQ(Code(Ask("GET", "/oozie/v2/job/" + id + "?show=graph&format=svg")), "404 E0307");
}

}  // namespace
}  // namespace hpdl::rt
