#include "runtime/server/celos/script_definitions.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "runtime/base/clock.h"
#include "runtime/celos/java_exception.h"
#include "runtime/celos_scripts/script_scope.h"

namespace hpdl::rt::celos {
namespace {

std::string ContentOf(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class ServerScripts final : public ScriptWorld {
 public:
  ServerScripts(const LoaderSetup& setup, StepLog& log) : setup_(setup), log_(log) {}

  Result<ScriptSource> Defaults(const std::string& name) override {
    const std::string path = setup_.defaults + "/" + name + ".js";
    if (!std::ifstream(path).good()) {
      return JavaException("java.io.FileNotFoundException", path + " (No such file or directory)");
    }
    log_.Info("Loading defaults: ", path);
    return ScriptSource{path, ContentOf(path)};
  }
  Result<bool> Exists(const std::string& path, const std::string& file_system) override {
    const Result<HadoopPath> read = HadoopPath::Parse(path);
    HPDL_TRY(read);
    return setup_.files.Exists(*read, file_system);
  }
  Result<std::optional<std::string>> Register(const std::string& bucket,
                                              const std::string& key) override {
    return setup_.registers.Get(bucket, key);
  }
  Result<std::vector<std::pair<std::string, std::string>>> Registers(
      const std::string& bucket) override {
    const Result<std::map<std::string, std::string>> all = setup_.registers.All(bucket);
    HPDL_TRY(all);
    return std::vector<std::pair<std::string, std::string>>(all->begin(), all->end());
  }
  bool Claim(const std::string& id) override { return ids_.insert(id).second; }

 private:
  const LoaderSetup setup_;
  StepLog& log_;
  std::set<std::string> ids_;
};

class ScopesOfFiles final : public PropertySource {
 public:
  Result<Properties> PropertiesOf(const Workflow& workflow, ScheduledTime slot) override {
    if (workflow.service.properties) {
      return *workflow.service.properties;
    }
    if (const auto why = unfit.find(workflow.id); why != unfit.end()) {
      return JavaException(kNullPointer, why->second);
    }
    return scopes.at(workflow.id)->PropertiesOf(workflow.id, slot, {NowMs()});
  }

  std::shared_ptr<ServerScripts> world;
  std::map<std::string, std::shared_ptr<ScriptScope>> scopes;
  std::map<std::string, std::string> unfit;
};

}  // namespace

Result<Definitions> ScriptDefinitions::Load(StepLog& log) {
  const Result<DirectoryFiles> folder = DirectoryFiles::Open(setup_.workflows);
  HPDL_TRY(folder);
  const auto names = folder->Names({});
  HPDL_TRY(names);
  Definitions definitions;
  auto source = std::make_shared<ScopesOfFiles>();
  source->world = std::make_shared<ServerScripts>(setup_, log);
  for (const std::string& name : **names) {
    if (!name.ends_with(".js")) {
      continue;
    }
    const std::string path = setup_.workflows + "/" + name;
    log.Info("Loading file: ", path);
    auto scope =
        std::make_shared<ScriptScope>(ScriptMode::kAsCelos, js::Limits(), source->world.get());
    FileOutcome outcome = scope->Evaluate({path, ContentOf(path)}, {NowMs()});
    for (Workflow& workflow : outcome.workflows) {
      source->scopes[workflow.id] = scope;
      definitions.configuration.workflows[workflow.id] = std::move(workflow);
    }
    source->unfit.merge(outcome.unfit_properties);
    if (outcome.error) {
      definitions.configuration.errors.push_back(std::move(*outcome.error));
    }
  }
  definitions.properties = std::move(source);
  return definitions;
}

}  // namespace hpdl::rt::celos
