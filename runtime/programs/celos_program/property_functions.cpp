#include "runtime/programs/celos_program/property_functions.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/celos_scripts/script_child.h"
#include "runtime/engines/celos_scripts/script_process.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/clock.h"

namespace hpdl::rt::celos {
namespace {

/// Answers the requests of property functions. Reads defaults from the program, not from files.
class ProgramWorld final : public ScriptWorld {
 public:
  ProgramWorld(const hpdl_celos& celos, Files& files) : celos_(celos), files_(files) {}

  Result<ScriptSource> Defaults(const std::string& name) override {
    for (std::uint32_t i = 0; i < celos_.script_count; ++i) {
      const hpdl_celos_script& script = celos_.scripts[i];
      if (!name.empty() && ToView(script.name) == name) {
        return ScriptSource{std::string(ToView(script.path)), std::string(ToView(script.code)),
                            true};
      }
    }
    return Error{ErrorClass::kError, "",
                 "importDefaults(\"" + name + "\"): the program was built without these defaults"};
  }
  Result<bool> Exists(const std::string& path, const std::string& file_system) override {
    const Result<HadoopPath> read = HadoopPath::Parse(path);
    HPDL_TRY(read);
    return files_.Exists(*read, file_system);
  }
  Result<std::optional<std::string>> Register(const std::string& /*bucket*/,
                                              const std::string& /*key*/) override {
    // Property functions see empty Celos registers, as when the program was built.
    return std::optional<std::string>();
  }
  Result<std::vector<std::pair<std::string, std::string>>> Registers(
      const std::string& /*bucket*/) override {
    return std::vector<std::pair<std::string, std::string>>();
  }
  bool Claim(const std::string& /*id*/) override { return true; }

 private:
  const hpdl_celos& celos_;
  Files& files_;
};

class PropertyFunctions final : public PropertySource {
 public:
  PropertyFunctions(const hpdl_celos& celos, Files& files)
      : celos_(celos), world_(celos, files), process_("") {}

  Result<Properties> PropertiesOf(const Workflow& workflow, ScheduledTime slot) override {
    Result<Properties> properties = Call(workflow, slot);
    if (!properties && properties.error().error_class == ErrorClass::kTransient) {
      evaluated_.clear();  // a new child process has evaluated no scripts
      properties = Call(workflow, slot);
    }
    return properties;
  }

 private:
  Result<Properties> Call(const Workflow& workflow, ScheduledTime slot) {
    HPDL_TRY(Evaluate(workflow.place.file));
    const Result<Result<Properties>> properties = process_.PropertiesOf(
        {workflow.place.file, workflow.id, slot, ScheduledTime{NowMs()}}, &world_);
    return properties ? *properties : Result<Properties>(properties.error());
  }

  /// Evaluates the script at `path` in the child process. The script sees the same scope as when
  /// the program was built.
  Result<void> Evaluate(const std::string& path) {
    if (process_.running() && process_.generation() == generation_ && evaluated_.contains(path)) {
      return {};
    }
    for (std::uint32_t i = 0; i < celos_.script_count; ++i) {
      const hpdl_celos_script& script = celos_.scripts[i];
      if (script.name.size != 0 || ToView(script.path) != path) {
        continue;
      }
      EvaluateRequest request;
      request.source = {path, std::string(ToView(script.code)), true};
      request.now = {celos_.evaluated_ms};
      const Result<FileOutcome> outcome = process_.Evaluate(request, &world_);
      HPDL_TRY(outcome);
      if (outcome->error) {
        return Error{ErrorClass::kError, "", path + ": " + outcome->error->message};
      }
      if (process_.generation() != generation_) {
        generation_ = process_.generation();
        evaluated_.clear();
      }
      evaluated_.insert(path);
      return {};
    }
    return Error{ErrorClass::kError, "", "the program does not have the code of " + path};
  }

  const hpdl_celos& celos_;
  ProgramWorld world_;
  ScriptProcess process_;
  std::uint64_t generation_ =
      0;  ///< number of the child process that has evaluated the scripts `evaluated_`
  std::set<std::string> evaluated_;  ///< paths of the scripts that the child process number
                                     ///< `generation_` has evaluated
};

std::unique_ptr<PropertySource> Open(const hpdl_celos& celos, Files& files) {
  return std::make_unique<PropertyFunctions>(celos, files);
}

std::int32_t Serve(std::int32_t argc, char** argv, std::int32_t* code) {
  const std::optional<int> evaluated = EvaluateScriptsIfAsked(argc, argv);
  *code = evaluated.value_or(0);
  return evaluated.has_value() ? 1 : 0;
}

constexpr hpdl_celos_functions kFunctions = {&Open};

}  // namespace
}  // namespace hpdl::rt::celos

extern "C" const hpdl_celos_evaluator hpdl_celos_javascript = {&hpdl::rt::celos::Serve,
                                                               &hpdl::rt::celos::kFunctions};
