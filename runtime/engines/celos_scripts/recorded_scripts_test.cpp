#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "runtime/engines/celos_scripts/script_scope.h"
#include "runtime/engines/celos_scripts/testing/memory_world.h"
#include "runtime/rules/celos/testing/world.h"
#include "runtime/rules/celos/trigger_status.h"

namespace hpdl::rt::celos {
namespace {

/// Returns the lines of a file in testdata/, split at tabs. In a text, ¶ stands for a line end.
std::vector<std::vector<std::string>> Rows(const std::string& name) {
  std::ifstream file(HPDL_SOURCE_DIR "/runtime/engines/celos_scripts/testdata/" + name);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) {
      continue;
    }
    const std::string mark = "¶";
    for (std::size_t at = 0; (at = line.find(mark)) != std::string::npos;) {
      line.replace(at, mark.size(), "\n");
    }
    std::vector<std::string>& row = rows.emplace_back(1);
    for (const char c : line) {
      if (c == '\t') {
        row.emplace_back();
      } else {
        row.back() += c;
      }
    }
  }
  return rows;
}

class FewFiles final : public Files {
 public:
  Result<bool> Exists(const HadoopPath& path, const std::string& /*file_system*/) override {
    return path.path == "/" || path.path == "/tmp";
  }
};

/// Evaluates a script with the same defaults, files and registers that Celos had for the recording.
class RecordedScript {
 public:
  explicit RecordedScript(const std::string& source) : source_(source) {
    world_.defaults = {{"test", "var FOO = 1; var BAR = 2;"},
                       {"sub/inner", "var INNER = 7;"},
                       {"bad", "var x = ;"},
                       {"nested", "importDefaults('test'); var NESTED = 3;"}};
    world_.files = {"/", "/tmp"};
    world_.registers = {{"b", {{"k", R"({"v":[1,"ü"]})"}}}};
  }

  /// Returns the outcome in the format of a recorded row, such as "gives number 3" or "throws ...".
  std::string Outcome(const std::string& how) {
    const std::size_t blank = how.find(' ');
    const std::string first = how.substr(0, blank);
    if (first == "gives" || first == "throws") {
      return Shown(scope_.context().Evaluate(source_, "a.js"));
    }
    const FileOutcome outcome = scope_.Evaluate({"a.js", source_}, now_);
    if (outcome.error || outcome.workflows.size() != 1) {
      return "throws " + (outcome.error ? outcome.error->message : "");
    }
    const Workflow& workflow = outcome.workflows[0];
    const std::string last = how.substr(how.rfind(' ') + 1);
    return how + " " +
           (first == "trigger"      ? TriggerSays(workflow, last)
            : first == "properties" ? PropertiesSay(workflow, last)
                                    : Member(workflow, last));
  }

 private:
  std::string Shown(const js::Value& value) {
    if (value.thrown()) {
      return "throws " + scope_.context().TakeThrown().message;
    }
    if (value.IsNumber()) {
      scope_.context().SetGlobal("shown", value);
      return "gives number " + scope_.context().Evaluate("'' + shown", "b.js").Text();
    }
    return value.IsBoolean()  ? std::string("gives boolean ") + (value.Boolean() ? "true" : "false")
           : value.IsString() ? "gives string " + value.Text()
           : value.IsObject() ? "gives object " + value.Get("constructor").Get("name").Text()
           : value.IsUndefined() ? "gives undefined undefined"
           : value.IsBigInt()    ? "gives bigint " + std::to_string(value.Integer())
                                 : "gives null null";
  }
  static std::string TriggerSays(const Workflow& workflow, const std::string& slot) {
    testing::World other;
    FewFiles files;
    const Result<TriggerStatus> status = DescribeTrigger(
        *workflow.trigger, {other.store, files, other.log, testing::At("2026-01-01T00:00Z")},
        testing::At(slot));
    return status ? status->description : status.error().message;
  }
  std::string PropertiesSay(const Workflow& workflow, const std::string& slot) {
    const Result<Properties> properties = scope_.PropertiesOf(workflow.id, testing::At(slot), now_);
    if (!properties) {
      return properties.error().message;
    }
    std::string json;
    for (const auto& [name, value] : *properties) {
      json += (json.empty() ? "\"" : ",\"") + name + "\":\"" + value + "\"";
    }
    return "{" + json + "}";
  }
  static std::string Member(const Workflow& workflow, const std::string& name) {
    return name == "retries"    ? std::to_string(workflow.max_retry_count)
           : name == "timeout"  ? std::to_string(workflow.wait_timeout_seconds)
           : name == "start"    ? workflow.start_time.Text()
           : name == "contacts" ? std::to_string(workflow.contacts.size())
                                : workflow.url.value_or("");
  }

  const std::string source_;
  const ScheduledTime now_ = testing::At("2015-09-10T00:00Z");
  testing::MemoryWorld world_;
  ScriptScope scope_{ScriptMode::kAsCelos, {}, &world_};
};

/// True if the outcome equals the recorded outcome. The text of an error only has to contain the
/// recorded text.
bool Agrees(const std::string& given, const std::string& how, const std::string& recorded) {
  if (how == "throws") {
    return given.starts_with("throws ") && given.find(recorded) != std::string::npos;
  }
  const std::string cut = "…";  // stands for the end of a text that the recording has cut
  if (recorded.ends_with(cut)) {
    return given.starts_with(how + " " + recorded.substr(0, recorded.size() - cut.size()));
  }
  return how.find("fail") != std::string::npos
             ? given.starts_with(how) && given.find(recorded) != std::string::npos
             : given == how + " " + recorded;
}

/// Compares the outcomes of scripts with Celos' outcomes. differences.tsv lists the differing
/// outcomes with their reasons.
TEST(RecordedScripts, GiveWhatTheyGave) {
  std::map<std::string, std::string> differences;
  for (const std::vector<std::string>& row : Rows("differences.tsv")) {
    differences[row.at(0)] = row.at(1);
  }
  std::size_t count = 0;
  for (const std::vector<std::string>& row : Rows("scripts.tsv")) {
    ++count;
    const std::string &name = row.at(0), &how = row.at(2), &recorded = row.at(3);
    const std::string given = RecordedScript(row.at(1)).Outcome(how);
    const auto difference = differences.find(name);
    if (difference == differences.end()) {
      EXPECT_TRUE(Agrees(given, how, recorded)) << name << ": " << row.at(1) << "\n  gave  " << how
                                                << " " << recorded << "\n  gives " << given;
    } else {
      EXPECT_EQ(given, difference->second) << name;
      EXPECT_FALSE(Agrees(given, how, recorded)) << name << " is no difference";
      differences.erase(difference);
    }
  }
  EXPECT_EQ(count, 288U);
  for (const auto& [name, given] : differences) {
    ADD_FAILURE() << "no script is called " << name;
  }
}

}  // namespace
}  // namespace hpdl::rt::celos
