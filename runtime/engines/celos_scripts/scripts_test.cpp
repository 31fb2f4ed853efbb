#include "runtime/engines/celos_scripts/scripts.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "runtime/engines/celos_scripts/testing/memory_world.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/ground/base/testing/thread_sanitizer.h"
#include "runtime/rules/celos/testing/at.h"

namespace hpdl::rt::celos {
namespace {

using hpdl::rt::testing::TemporaryFolder;
using testing::At;

/// The path of the evaluating program. It is in the same folder as this test program.
std::string Evaluator() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / "evaluate_scripts";
}

std::string Defining(const std::string& id, const std::string& more = "") {
  return "celos.defineWorkflow({id: '" + id +
         "', schedule: celos.hourlySchedule(), schedulingStrategy: "
         "celos.serialSchedulingStrategy(),"
         " trigger: celos.alwaysTrigger(), externalService: celos.oozieExternalService({}, "
         "'http://o')" +
         (more.empty() ? "" : ", " + more) + "});\n";
}

class ScriptsTest : public ::testing::Test {
 protected:
  ScriptsTest() {
    std::filesystem::create_directories(workflows_);
    std::filesystem::create_directories(defaults_);
  }
  void Write(const std::string& name, const std::string& text) {
    std::ofstream(root_ + "/" + name) << text;
  }
  std::shared_ptr<const Configuration> Load() {
    if (!scripts_) {
      scripts_.emplace(ScriptSettings{workflows_, defaults_, mode_, Evaluator(),
                                      [this] { return now_; }, limit_},
                       &world_);
    }
    const auto loaded = scripts_->Load();
    EXPECT_TRUE(loaded.ok()) << loaded.error().message;
    return loaded ? *loaded : std::make_shared<Configuration>();
  }
  std::vector<std::string> Ids() {
    std::vector<std::string> ids;
    const auto all = Load();
    for (const auto& [id, workflow] : all->workflows) {
      ids.push_back(id);
    }
    return ids;
  }
  /// Returns all errors, each as `w/a.js:1:2: message`.
  std::vector<std::string> Errors() {
    std::vector<std::string> errors;
    const auto all = Load();
    for (const ScriptError& error : all->errors) {
      errors.push_back(error.place.file.substr(root_.size() + 1) + ":" +
                       std::to_string(error.place.line) + ":" + std::to_string(error.place.column) +
                       ": " + error.message);
    }
    return errors;
  }
  Result<Properties> PropertiesOf(const std::string& id) {
    return scripts_->PropertiesOf(Load()->workflows.at(id), At("2015-09-01T05:00Z"));
  }

  const TemporaryFolder folder_;
  const std::string root_ = folder_.path();
  const std::string workflows_ = root_ + "/w", defaults_ = root_ + "/d";
  ScriptMode mode_ = ScriptMode::kStrict;
  ScheduledTime now_ = At("2015-09-10T00:00Z");
  testing::MemoryWorld world_;
  /// The time limit of an evaluation. The default is long enough for a busy machine.
  std::chrono::milliseconds limit_{60'000};
  std::optional<Scripts> scripts_;
};

using Words = std::vector<std::string>;

TEST_F(ScriptsTest, AllFilesOfAFolder) {
  Write("w/b.js", Defining("b"));
  Write("w/a.js", Defining("a1") + Defining("a2"));
  Write("w/.hidden.js", Defining("h"));
  Write("w/c.JS", Defining("c"));
  Write("w/d.txt", Defining("d"));
  std::filesystem::create_directories(workflows_ + "/e.js/f.js");
  EXPECT_EQ(Ids(), (Words{"a1", "a2", "b", "h"}));
  EXPECT_EQ(Errors(), Words{});
  EXPECT_EQ(Load()->workflows.at("a2").place.line, 2);
}

TEST_F(ScriptsTest, AFolderThatIsNotThere) {
  std::filesystem::remove(workflows_);
  Scripts scripts({workflows_, defaults_, mode_, Evaluator(), [] { return ScheduledTime{}; }, {}},
                  &world_);
  EXPECT_EQ(scripts.Load().error().message, workflows_ + " (No such file or directory)");
}

TEST_F(ScriptsTest, OneBrokenFileLeavesTheOthers) {
  Write("w/a.js", Defining("a"));
  Write("w/b.js", Defining("b") + "blah;\n" + Defining("c"));
  Write("w/d.js", "importDefaults('x');");
  Write("d/x.js", "\nvar y = ;");
  EXPECT_EQ(Ids(), (Words{"a", "b"}));
  EXPECT_EQ(Errors(), (Words{"w/b.js:2:1: ReferenceError: blah is not defined",
                             "d/x.js:2:9: SyntaxError: unexpected token in expression: ';'"}));
}

TEST_F(ScriptsTest, WhatDoesNotChangeIsNotEvaluatedAgain) {
  Write("w/a.js",
        "importDefaults('x'); celos.hdfsCheck('/f', null, 'hdfs://n') ? 1 : 2;" + Defining("a"));
  Write("w/b.js", "importDefaults('x');" + Defining("b"));
  Write("d/x.js", "");
  const auto first = Load();
  const std::size_t asked = world_.asked.size();
  const auto second = Load();
  EXPECT_EQ(world_.asked.size(), asked + 1) << "what looks outside is evaluated again";
  EXPECT_NE(first, second);
  std::filesystem::remove(workflows_ + "/a.js");
  const auto third = Load();
  EXPECT_EQ(Load(), third);
  EXPECT_EQ(Ids(), Words{"b"});
}

TEST_F(ScriptsTest, ChangedFilesAndDefaultsAreEvaluatedAgain) {
  Write("w/a.js", "importDefaults('x');" + Defining("a", "id: ID"));
  EXPECT_EQ(Errors().size(), 1U);
  Write("d/x.js", "var ID = 'one';");
  EXPECT_EQ(Ids(), Words{"one"});
  Write("d/x.js", "var ID = 'two';");
  EXPECT_EQ(Ids(), Words{"two"});
  Write("w/a.js", Defining("three"));
  EXPECT_EQ(Ids(), Words{"three"});
}

TEST_F(ScriptsTest, OfTwoWithOneIdTheFirstFileWins) {
  Write("w/b.js", Defining("x", "maxRetryCount: 2") + Defining("y"));
  EXPECT_EQ(Ids(), (Words{"x", "y"}));
  Write("w/a.js", Defining("x", "maxRetryCount: 1"));
  EXPECT_EQ(Load()->workflows.at("x").max_retry_count, 1);
  EXPECT_EQ(Errors(), Words{"w/b.js:1:27: Workflow with this ID already exists: x"});
  std::filesystem::remove(workflows_ + "/a.js");
  EXPECT_EQ(Load()->workflows.at("x").max_retry_count, 2);
  EXPECT_EQ(Errors(), Words{});
}

TEST_F(ScriptsTest, PropertiesAreAskedOfTheLivingProcess) {
  limit_ = std::chrono::milliseconds(1000);
  Write("w/a.js",
        "var n = 0;" +
            Defining("a",
                     "externalService: celos.oozieExternalService(function (slot) {"
                     " return {n: '' + ++n, year: slot.scheduledTime.year()}; }, 'http://o')"));
  Write("w/b.js", Defining("b"));
  EXPECT_EQ(*(Load(), PropertiesOf("a")), (Properties{{"n", "1"}, {"year", "2015"}}));
  EXPECT_EQ(PropertiesOf("a")->at("n"), "2");
  EXPECT_EQ(*PropertiesOf("b"), Properties{});
  Write("w/c.js", "for (;;) { }");
  EXPECT_EQ(Errors(), Words{"w/c.js:1:1: the script ran for more than 1000 ms"});
  EXPECT_EQ(PropertiesOf("a")->at("n"), "3") << "the scope has not changed";
  if (rt::testing::kThreadSanitizer) {
    GTEST_SKIP() << rt::testing::kSignalsAreLateText;
  }
  Write("w/c.js", "var a = new Array(4294967295); a.join('x')");
  EXPECT_EQ(Errors(),
            Words{"w/c.js:0:0: the script ran for too long in one function of JavaScript"});
  EXPECT_EQ(PropertiesOf("a")->at("n"), "1") << "another process has evaluated it anew";
}

TEST_F(ScriptsTest, APropertyFunctionThatHangs) {
  if (rt::testing::kThreadSanitizer) {
    GTEST_SKIP() << rt::testing::kSignalsAreLateText;
  }
  limit_ = std::chrono::milliseconds(1000);
  Write("w/a.js", Defining("a",
                           "externalService: celos.oozieExternalService(function (slot) {"
                           " var a = new Array(4294967295); a.join(); }, 'http://o')"));
  Load();
  EXPECT_EQ(PropertiesOf("a").error().message,
            "the script ran for too long in one function of JavaScript");
}

TEST_F(ScriptsTest, BombsAreReportedAndHarmNobody) {
  limit_ = std::chrono::milliseconds(400);
  const std::vector<std::pair<std::string, std::string>> bombs = {
      {"loop", "for (;;) { }"},
      {"regex", "/^(a|aa)+$/.test(new Array(60).join('a') + 'b')"},
      {"memory", "var a = []; for (;;) a.push(new Array(10000).join('x') + a.length)"},
      {"stack", "function f() { f(); } f()"},
      {"sparse", "var a = []; a[4294967294] = 1; a.reverse()"},
      {"finally", "try { for (;;) { } } finally { for (;;) { } }"},
      {"trigger",
       "var t = celos.alwaysTrigger(); for (var i = 0; i < 40; i++) t = celos.andTrigger(t, t);"},
      {"many", "var i = 0; for (;;) " + Defining("x", "id: 'x' + i++")},
      {"json", "var a = []; for (var i = 0; i < 1e6; i++) a = [a]; JSON.stringify(a)"},
      {"getter", Defining("g", "get contacts() { return this.contacts; }")},
      {"proxy", "new Proxy({}, {get: function (t, n, r) { return r[n]; }}).x"},
      {"pollution", "Object.prototype.id = 'x'"},
      {"generator", "function* g() { yield* g(); } g().next()"},
      {"source", "eval(new Array(1e6).join('('))"},
      {"rope",
       "var s = 'x'; for (var i = 0; i < 28; i++) s += s; s.replace(/x/g, function () { return "
       "'yy'; })"}};
  for (const auto& [name, text] : bombs) {
    Write("w/" + name + ".js", text + "\n");
  }
  Write("w/good.js", Defining("good"));
  EXPECT_TRUE(Load()->workflows.contains("good"));
  for (const auto& [name, text] : bombs) {
    const auto loaded = Load();
    EXPECT_TRUE(std::any_of(loaded->errors.begin(), loaded->errors.end(),
                            [&, &named = name](const ScriptError& error) {
                              return error.place.file == workflows_ + "/" + named + ".js" &&
                                     !error.message.empty();
                            }))
        << name;
  }
}

TEST_F(ScriptsTest, DefaultsOutsideTheirFolder) {
  Write("x.js", "var X = 'outside';");
  Write("w/a.js", "importDefaults('../x');" + Defining("a"));
  EXPECT_EQ(Errors(),
            Words{"w/a.js:1:1: importDefaults(\"../x\") leads out of the folder of the defaults"});
  mode_ = ScriptMode::kAsCelos;
  scripts_.reset();
  EXPECT_EQ(Ids(), Words{"a"});
}

TEST_F(ScriptsTest, SchedulesThatDependOnThemselves) {
  const auto on = [](const std::string& id, const std::string& other) {
    return Defining(id, "schedule: celos.dependentSchedule('" + other + "')");
  };
  Write("w/a.js", on("a", "b") + on("b", "c") + on("c", "b") + on("d", "d") + on("e", "none") +
                      Defining("f"));
  EXPECT_EQ(Ids(), (Words{"a", "e", "f"}));
  EXPECT_EQ(Errors(), (Words{"w/a.js:2:7: the dependentSchedule of b leads back to itself: b, c, b",
                             "w/a.js:3:7: the dependentSchedule of c leads back to itself: c, b, c",
                             "w/a.js:4:7: the dependentSchedule of d leads back to itself: d, d"}));
  mode_ = ScriptMode::kAsCelos;
  scripts_.reset();
  EXPECT_EQ(Ids().size(), 6U);
}

TEST_F(ScriptsTest, WhatIsNoFileIsAnError) {
  ASSERT_EQ(mkfifo((workflows_ + "/p.js").c_str(), 0600), 0);
  std::filesystem::create_symlink("nowhere", workflows_ + "/l.js");
  Write("w/long.js", std::string(kMostScriptBytes + 1, ' '));
  Write("w/utf.js", "// \xff\n" + Defining("\xC3\xBC"));
  EXPECT_EQ(Ids(), Words{"\xC3\xBC"});
  EXPECT_EQ(Errors(),
            (Words{"w/l.js:0:0: " + workflows_ + "/l.js (No such file or directory)",
                   "w/long.js:0:0: " + workflows_ + "/long.js is longer than 1048576 bytes",
                   "w/p.js:0:0: " + workflows_ + "/p.js (Invalid argument)"}));
}

/// Returns the only child of this process, or 0 if there is no child or more than one child.
pid_t OnlyChild() {
  std::vector<pid_t> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::string status;
    std::getline(std::ifstream(entry.path() / "stat"), status);
    pid_t process = 0, parent = 0;
    char state = 0;
    // /proc/PID/stat has the program's name in brackets. The name may contain blanks and brackets.
    const std::size_t name_end = status.rfind(')');
    if (name_end != std::string::npos && std::sscanf(status.c_str(), "%d", &process) == 1 &&
        std::sscanf(status.c_str() + name_end, ") %c %d", &state, &parent) == 2 &&
        parent == getpid()) {
      children.push_back(process);
    }
  }
  return children.size() == 1 ? children.front() : 0;
}

TEST_F(ScriptsTest, TheProcessIsStartedAgain) {
  const std::string call = Defining("a",
                                    "externalService: celos.oozieExternalService(function (slot) {"
                                    " return {x: 'y'}; }, 'http://o')");
  Write("w/a.js", call);
  Load();
  const pid_t child = OnlyChild();
  ASSERT_GT(child, 0);
  ASSERT_EQ(kill(child, SIGKILL), 0);
  EXPECT_EQ(*PropertiesOf("a"), (Properties{{"x", "y"}}));
}

TEST_F(ScriptsTest, MoreScopesThanAreKept) {
  for (int i = 0; i < 505; ++i) {
    const std::string id = "w" + std::to_string(i);
    Write("w/" + id + ".js",
          Defining(id,
                   "externalService: celos.oozieExternalService(function (slot) {"
                   " return {id: '' + slot.workflowID}; }, 'http://o')"));
  }
  Load();
  for (const std::string id : {"w0", "w504", "w1", "w0"}) {
    EXPECT_EQ(*PropertiesOf(id), (Properties{{"id", id}}));
  }
}

TEST_F(ScriptsTest, AProgramThatCannotEvaluate) {
  Write("w/a.js", Defining("a"));
  Scripts none({workflows_, defaults_, mode_, "/nonexistent", [] { return ScheduledTime{}; }, {}},
               &world_);
  EXPECT_NE((*none.Load())->errors.at(0).message.find("cannot be started"), std::string::npos);
  Scripts other({workflows_, defaults_, mode_, "/bin/true", [] { return ScheduledTime{}; }, {}},
                &world_);
  EXPECT_EQ((*other.Load())->errors.at(0).message, "the process that evaluates scripts has ended");
}

TEST_F(ScriptsTest, TheLastGoodVersionOfABrokenFileHolds) {
  const std::string call = Defining("a",
                                    "externalService: celos.oozieExternalService(function (slot) {"
                                    " return {x: X}; }, 'http://o')");
  ScriptSettings settings{
      workflows_, defaults_, ScriptMode::kStrict, Evaluator(), [this] { return now_; }, limit_};
  settings.keep_good = true;
  scripts_.emplace(std::move(settings), &world_);
  Write("d/x.js", "var X = 'good';\n");
  Write("w/a.js", "importDefaults('x');\n" + call);
  Write("w/b.js", Defining("b"));
  EXPECT_EQ(Ids(), (std::vector<std::string>{"a", "b"}));
  // The file and an imported file are broken.
  Write("w/a.js", Defining("new") + "broken(;\n");
  EXPECT_EQ(Ids(), (std::vector<std::string>{"a", "b"}));
  Write("d/x.js", "var X = 'other'; oops();\n");
  auto errors = Load()->errors;
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_TRUE(errors[0].last_good);
  EXPECT_EQ(errors[0].excerpt, "broken(;\n       ^");
  EXPECT_EQ(*PropertiesOf("a"), (Properties{{"x", "good"}}));
  // A file that was never whole has no version to keep.
  Write("w/c.js", Defining("c") + "oops();\n");
  errors = Load()->errors;
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_FALSE(errors[1].last_good);
  EXPECT_EQ(errors[1].excerpt, "oops();\n^");
  EXPECT_EQ(Ids(), (std::vector<std::string>{"a", "b", "c"}));
  std::filesystem::remove(workflows_ + "/c.js");
  Write("w/a.js", "importDefaults('x');\n" + call);
  EXPECT_EQ(*PropertiesOf("a"), (Properties{{"x", "good"}}));
  EXPECT_EQ(Errors(), std::vector<std::string>{"d/x.js:1:18: ReferenceError: oops is not defined"});
  // The folder disappears and comes back.
  std::filesystem::rename(workflows_, root_ + "/away");
  errors = Load()->errors;
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_EQ(errors[1].place.file, workflows_);
  EXPECT_EQ(Ids(), (std::vector<std::string>{"a", "b"}));
  std::filesystem::rename(root_ + "/away", workflows_);
  Write("d/x.js", "var X = 'new';\n");
  EXPECT_EQ(Errors(), std::vector<std::string>{});
  EXPECT_EQ(*PropertiesOf("a"), (Properties{{"x", "new"}}));
  // A deleted file loses its definitions.
  std::filesystem::remove(workflows_ + "/a.js");
  EXPECT_EQ(Ids(), std::vector<std::string>{"b"});
}

class ScriptsInMemory final : public WholeScripts {
 public:
  std::map<std::string, WholeScript> Read() override { return all; }
  bool Write(const std::map<std::string, std::optional<WholeScript>>& changed) override {
    if (full) {
      return false;
    }
    ++writes;
    for (const auto& [path, script] : changed) {
      if (script) {
        all[path] = *script;
      } else {
        all.erase(path);
      }
    }
    return true;
  }
  bool full = false;  ///< true if nothing can be written
  std::map<std::string, WholeScript> all;
  int writes = 0;
};

class KeptScriptsTest : public ScriptsTest {
 protected:
  void Begin() {
    ScriptSettings settings{
        workflows_, defaults_, ScriptMode::kStrict, Evaluator(), [this] { return now_; }, limit_};
    settings.keep_good = true;
    settings.whole = &kept;
    scripts_.emplace(std::move(settings), &world_);
  }
  ScriptsInMemory kept;
};

TEST_F(KeptScriptsTest, AFileThatClosesACircleIsWhatItWas) {
  const auto after = [](const std::string& id, const std::string& other) {
    return Defining(id, "schedule: celos.dependentSchedule('" + other + "')");
  };
  Write("w/a.js", after("a", "b"));
  Write("w/b.js", Defining("b"));
  Begin();
  EXPECT_EQ(Ids(), (std::vector<std::string>{"a", "b"}));
  Write("w/b.js", after("b", "a"));
  for (const bool later : {false, true}) {
    if (later) {
      Begin();
    }
    const auto errors = Load()->errors;
    ASSERT_EQ(errors.size(), 1U);
    EXPECT_NE(errors[0].message.find("leads back to itself"), std::string::npos);
    EXPECT_TRUE(errors[0].last_good);
    EXPECT_EQ(Ids(), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(kept.all.at(workflows_ + "/b.js").text, Defining("b"));
  }
  // The change of a.js breaks the circle.
  Write("w/a.js", Defining("a"));
  EXPECT_EQ(Errors(), std::vector<std::string>{});
  EXPECT_EQ(Ids(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(kept.all.at(workflows_ + "/b.js").text, after("b", "a"));
  // A new file in a circle has no earlier version.
  Write("w/c.js", after("c", "c"));
  EXPECT_FALSE(Load()->errors.at(0).last_good);
  EXPECT_EQ(Ids(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(kept.all.size(), 2U);
}

TEST_F(KeptScriptsTest, WhatCouldNotBeKeptIsKeptLater) {
  Write("w/a.js", Defining("a"));
  kept.full = true;
  Begin();
  EXPECT_EQ(Ids(), std::vector<std::string>{"a"});
  EXPECT_TRUE(kept.all.empty());
  kept.full = false;
  Load();
  EXPECT_EQ(kept.all.size(), 1U);
}

TEST_F(KeptScriptsTest, ALaterProcessKnowsWhatWasWhole) {
  Write("d/x.js", "var X = 'good';\n");
  Write("w/a.js", "importDefaults('x');\n" +
                      Defining("a",
                               "externalService: celos.oozieExternalService(function (slot) {"
                               " return {x: X}; }, 'http://o')"));
  Write("w/b.js", Defining("b"));
  Begin();
  EXPECT_EQ(Ids(), (std::vector<std::string>{"a", "b"}));
  Load();
  EXPECT_EQ(kept.writes, 1);
  Write("d/x.js", "oops();\n");
  std::filesystem::remove(workflows_ + "/b.js");
  Begin();
  EXPECT_EQ(Ids(), std::vector<std::string>{"a"});
  EXPECT_TRUE(Load()->errors.at(0).last_good);
  EXPECT_EQ(*PropertiesOf("a"), (Properties{{"x", "good"}}));
  EXPECT_EQ(kept.all.size(), 1U);
  EXPECT_EQ(kept.writes, 2);
}

}  // namespace
}  // namespace hpdl::rt::celos
