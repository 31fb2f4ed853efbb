#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/rules/celos/testing/world.h"
#include "runtime/server/protocols/celos/celos_api.h"
#include "runtime/server/protocols/celos/register_files.h"
#include "runtime/server/protocols/celos/slot_directory.h"

/// Replays exchanges recorded from a real Celos server (testdata/exchanges.jsonl). Compares the
/// status line, fields, body, changed files and logged errors of each exchange.
namespace hpdl::rt::celos {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using testing::At;
using testing::World;

/// The time of the tests' clock. It is later than all times in the recording.
constexpr const char* kNow = "2026-11-26T08:07:30.123Z";

/// An Oozie server without jobs.
class EmptyOozie final : public ExternalService {
 public:
  Result<std::string> Submit(const Submission&, const Properties&) override { return Unknown(""); }
  Result<void> Start(const std::string&, const std::string& id) override { return Unknown(id); }
  Result<JobProgress> Look(const std::string&, const std::string& id) override {
    return Unknown(id);
  }
  Result<void> Kill(const std::string&, const std::string& id) override { return Unknown(id); }
  Result<FoundJob> Find(const Submission&) override { return FoundJob{std::nullopt, true}; }

 private:
  static Error Unknown(const std::string& id) {
    return JavaException(kExternalService, "E0604 : E0604: Job does not exist [" + id + "]");
  }
};

/// Returns the workflows of the recording.
Configuration Recorded() {
  World world;
  const auto add = [&](const char* id, const char* cron, const char* start, TriggerPtr trigger) {
    Workflow& workflow = world.Add(id);
    workflow.schedule = World::CronOf(cron);
    workflow.start_time = At(start);
    workflow.trigger = std::move(trigger);
    return &workflow;
  };
  constexpr const char* kStart = "2013-12-02T15:00Z";
  constexpr const char* kHourly = "0 0 * * * ?";
  const TriggerPtr always = World::Of(AlwaysTrigger{});
  const TriggerPtr success = World::Of(SuccessTrigger{"workflow-1"});
  const auto check = [](const char* path) { return World::Of(HdfsCheckTrigger{path, "file:///"}); };
  Workflow* const first = add("workflow-1", kHourly, kStart, always);
  first->url = "http://example.com/wf?x=1";
  first->contacts = {{"John Doe", "john.doe@example.com"},
                     {std::nullopt, "team@example.com"},
                     {"No Mail", std::nullopt}};
  add("workflow-2", "0 0/30 * * * ?", kStart,
      World::Of(AndTrigger{
          {World::Of(DelayTrigger{3600}),
           World::Of(
               OrTrigger{{check("/data/${year}/${month}/${day}/${hour}"), check("/data/none")}}),
           World::Of(NotTrigger{success}), World::Of(OffsetTrigger{-3600, success}), always}}));
  add("workflow-ünï 3", kHourly, kStart, always);
  add("never", kHourly, kStart, World::Of(OrTrigger{}));
  add("daily", "0 0 0 * * ?", "2013-11-01T00:00Z", always);
  return world.configuration;
}

class RecordedLoader final : public DefinitionLoader {
 public:
  Result<Definitions> Load(StepLog&) override {
    return Definitions{std::make_shared<const Configuration>(Recorded()),
                       std::make_shared<testing::TableOfProperties>()};
  }
};

std::string With(std::string text, const std::string& name, const std::string& value) {
  for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos; at += value.size()) {
    text.replace(at, name.size(), value);
  }
  return text;
}

/// A server with a directory of its own.
class RecordedServer {
 public:
  explicit RecordedServer(const Json& fixture) {
    for (const auto& [name, text] : fixture["db"].items()) {
      const fs::path path = fs::path(folder_.path()) / name;
      fs::create_directories(path.parent_path());
      std::ofstream(path) << text.get<std::string>();
    }
    for (const auto& name : fixture["data"]) {
      trigger_files_.paths.insert("/data/" + name.get<std::string>());
    }
  }

  CelosAnswer Ask(const std::string& method, const std::string& target, const Json& headers,
                  const std::string& body) {
    CelosRequest request{method, target, "", body};
    for (const auto& header : headers) {
      if (header[0] == "Content-Type") {
        request.content_type = header[1];
      }
    }
    log_.lines.clear();
    return api_.Answer(request);
  }

  std::map<std::string, std::string> Tree() const {
    std::map<std::string, std::string> tree;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
      if (entry.is_regular_file()) {
        std::ifstream file(entry.path());
        tree[fs::relative(entry.path(), folder_.path())] = {std::istreambuf_iterator<char>(file),
                                                            std::istreambuf_iterator<char>()};
      }
    }
    return tree;
  }
  std::vector<std::string> Errors() const {
    std::vector<std::string> errors;
    for (const std::string& line : log_.lines) {
      if (line.starts_with("ERROR: ")) {
        errors.push_back(line.substr(0, line.find('\n')));
      }
    }
    return errors;
  }

 private:
  hpdl::rt::testing::TemporaryFolder folder_;
  testing::LinesOfLog log_;
  testing::MemoryFiles trigger_files_;
  testing::Deaths deaths_;
  testing::MemoryIntents intents_{&deaths_};
  EmptyOozie oozie_;
  Result<DirectoryFiles> files_ = DirectoryFiles::Open(folder_.path());
  SlotDirectory directory_{*files_, log_};
  SteppedStore slots_{directory_};
  RegisterFiles registers_{*files_};
  RecordedLoader loader_;
  CachedDefinitions definitions_{loader_, log_};
  CelosApi api_{{definitions_, slots_, registers_, oozie_, intents_, trigger_files_, log_,
                 [] { return At(kNow).ms; }, "deadbeef"}};
};

std::string Named(const std::string& text) {
  return std::regex_replace(With(text, kNow, "{NOW}"), std::regex("InputStreamReader@[0-9a-f]+"),
                            "InputStreamReader@{HASH}");
}

void CheckExchange(const Json& fixture, const Json& recorded) {
  RecordedServer server(fixture);
  for (const auto& before : recorded.value("before", Json::array())) {
    server.Ask(before[0], before[1], Json::array(), before.size() > 2 ? before[2] : Json(""));
  }
  const std::map<std::string, std::string> was = server.Tree();
  const CelosAnswer answer =
      server.Ask(recorded["method"], recorded["target"], recorded.value("headers", Json::array()),
                 recorded.value("sent", ""));
  EXPECT_EQ(answer.status, recorded["status"].get<int>());
  EXPECT_EQ(answer.status == 200 ? "OK" : Named(answer.reason),
            recorded["reason"].get<std::string>());
  if (recorded["method"] != "HEAD") {
    EXPECT_EQ(Named(With(answer.body, "/data", "{DATA}")), recorded["body"].get<std::string>());
  }
  std::string fields =
      answer.content_type.empty() ? "" : "Content-Type: " + answer.content_type + "\r\n";
  fields += answer.fields;
  std::string wanted;
  for (const auto& field : recorded["fields"]) {
    wanted += field[0].get<std::string>() + ": " + field[1].get<std::string>() + "\r\n";
  }
  EXPECT_EQ(fields, wanted);
  Json changed = Json::object(), removed = Json::array();
  const std::map<std::string, std::string> is = server.Tree();
  for (const auto& [name, text] : is) {
    if (!was.contains(name) || was.at(name) != text) {
      changed[name] = Named(text);
    }
  }
  for (const auto& [name, text] : was) {
    if (!is.contains(name)) {
      removed.push_back(name);
    }
  }
  EXPECT_EQ(changed, recorded.value("files", Json::object()));
  EXPECT_EQ(removed, recorded.value("removed", Json::array()));
  EXPECT_EQ(Json(server.Errors()), recorded.value("log", Json::array()));
}

/// If celos-server differs from Celos by intention (docs/differences.md), the member `here` of an
/// exchange has what celos-server does instead.
TEST(ExchangesTest, AnswersAreThoseOfCelos) {
  std::ifstream file(HPDL_SOURCE_DIR "/runtime/server/protocols/celos/testdata/exchanges.jsonl");
  std::string line;
  ASSERT_TRUE(std::getline(file, line));
  const Json fixture = Json::parse(line);
  int exchanges = 0;
  while (std::getline(file, line)) {
    Json recorded = Json::parse(line);
    recorded.update(recorded.value("here", Json::object()));
    SCOPED_TRACE(recorded["label"].get<std::string>());
    CheckExchange(fixture, recorded);
    ++exchanges;
  }
  EXPECT_GT(exchanges, 80);
}

}  // namespace
}  // namespace hpdl::rt::celos
