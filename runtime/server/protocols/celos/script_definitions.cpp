#include "runtime/server/protocols/celos/script_definitions.h"

#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/engines/celos_scripts/scripts.h"
#include "runtime/ground/base/clock.h"
#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

class ServerSurroundings final : public ScriptSurroundings {
 public:
  explicit ServerSurroundings(const LoaderSetup& setup)
      : registers_(setup.registers), files_(setup.files) {}

  Result<bool> Exists(const std::string& path, const std::string& file_system) override {
    const Result<HadoopPath> read = HadoopPath::Parse(path);
    HPDL_TRY(read);
    return files_.Exists(*read, file_system);
  }
  Result<std::optional<std::string>> Register(const std::string& bucket,
                                              const std::string& key) override {
    return registers_.Get(bucket, key);
  }
  Result<std::vector<std::pair<std::string, std::string>>> Registers(
      const std::string& bucket) override {
    const Result<std::map<std::string, std::string>> all = registers_.All(bucket);
    HPDL_TRY(all);
    return std::vector<std::pair<std::string, std::string>>(all->begin(), all->end());
  }

 private:
  class Registers& registers_;
  Files& files_;
};

}  // namespace

/// Evaluates the scripts in a separate process, and gets the properties of slots from that process.
/// Any thread may use this class: a lock guards the calls to the process.
class ScriptDefinitions::Process final : public PropertySource {
 public:
  Process(const LoaderSetup& setup, std::string evaluator)
      : surroundings_(setup), scripts_(SettingsOf(setup, std::move(evaluator)), &surroundings_) {}

  Result<std::shared_ptr<const Configuration>> Load(StepLog& log) {
    const std::lock_guard lock(mutex_);
    log_ = &log;
    return scripts_.Load();
  }
  Result<Properties> PropertiesOf(const Workflow& workflow, ScheduledTime slot) override {
    const std::lock_guard lock(mutex_);
    Result<Properties> properties = scripts_.PropertiesOf(workflow, slot);
    if (!properties && properties.error().code.empty()) {
      properties.error().code = kNullPointer;  // a property's value is not a text, or the script's
                                               // function failed
    }
    return properties;
  }

 private:
  ScriptSettings SettingsOf(const LoaderSetup& setup, std::string evaluator) {
    ScriptSettings settings;
    settings.workflows = setup.workflows;
    settings.defaults = setup.defaults;
    settings.mode = setup.strict ? ScriptMode::kStrict : ScriptMode::kAsCelos;
    settings.keep_good = setup.strict;
    settings.whole = setup.whole;
    settings.evaluator = std::move(evaluator);
    settings.clock = [] { return ScheduledTime{NowMs()}; };
    settings.on_file = [this](const std::string& path, bool defaults) {
      log_->Info(defaults ? "Loading defaults: " : "Loading file: ", path);
    };
    return settings;
  }

  std::mutex mutex_;
  StepLog* log_ = nullptr;  ///< the log that the current call of Load() writes to
  ServerSurroundings surroundings_;
  Scripts scripts_;
};

ScriptDefinitions::ScriptDefinitions(const LoaderSetup& setup, std::string evaluator)
    : process_(std::make_shared<Process>(setup, std::move(evaluator))) {}

ScriptDefinitions::~ScriptDefinitions() = default;

Result<Definitions> ScriptDefinitions::Load(StepLog& log) {
  Result<std::shared_ptr<const Configuration>> configuration = process_->Load(log);
  if (!configuration) {
    return JavaException(kIoException, configuration.error().message);
  }
  return Definitions{std::move(*configuration), process_};
}

}  // namespace hpdl::rt::celos
