#include "compiler/driver/celos/script_program.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "compiler/driver/celos/script_checks.h"
#include "compiler/driver/commands/properties.h"
#include "compiler/driver/program/found_definitions.h"
#include "compiler/driver/program/sub_workflows.h"
#include "compiler/secrets/secret_text.h"
#include "compiler/sema/check.h"
#include "runtime/engines/celos_scripts/file_outcome.h"
#include "runtime/engines/celos_scripts/outcome_frames.h"
#include "runtime/rules/celos/schedule_times.h"

namespace hpdl::driver {
namespace {

using rt::celos::Properties;
using rt::celos::Workflow;

constexpr const char* kPathName = "oozie.wf.application.path";
/// The properties that each slot adds to the properties of its workflow.
constexpr const char* kSlotNames[] = {"year",   "month",  "day",       "hour",
                                      "minute", "second", "user.name", "celosWorkflowName"};
constexpr int kMostReferences = 32;

/// Returns `text` with the values of `properties` in place of the references. Returns nothing if
/// the text refers to a property that is not in `properties`.
std::optional<std::string> Expanded(std::string text, const Properties& properties) {
  for (int i = 0; i < kMostReferences; ++i) {
    const std::size_t begin = text.find("${");
    const std::size_t end = text.find('}', begin);
    if (begin == std::string::npos) {
      return text;
    }
    const auto known = end == std::string::npos
                           ? properties.end()
                           : properties.find(text.substr(begin + 2, end - begin - 2));
    if (known == properties.end()) {
      return {};
    }
    text.replace(begin, end + 1 - begin, known->second);
  }
  return {};
}

/// Returns the folder that contains `folder`.
std::string Above(const std::string& folder) {
  const std::string above = std::filesystem::path(folder + "/..").lexically_normal().string();
  return above.ends_with('/') && above.size() > 1 ? above.substr(0, above.size() - 1) : above;
}

class ScriptProgram {
 public:
  ScriptProgram(const CheckedScripts& checked, std::string folder, CompileOptions of_workflows,
                const PropertyMap& defines)
      : checked_(checked),
        folder_(std::move(folder)),
        of_workflows_(std::move(of_workflows)),
        defines_(defines),
        found_(of_workflows_.given) {}

  rt::Result<void> Follow() {
    for (const auto& [id, workflow] : checked_.folder.configuration().workflows) {
      if (!workflow.service.properties) {
        scripts_.insert(workflow.place.file);
      }
      const std::optional<Properties> properties = KnownProperties(workflow);
      if (properties) {
        HPDL_TRY(FollowWorkflow(workflow, *properties));
      }
    }
    SubWorkflows subs(found_, of_workflows_, defines_);
    HPDL_TRY(subs.Resolve(0));
    HPDL_TRY(found_.EndSearch());
    subs_ = subs.subs();
    return {};
  }

  rt::Result<std::unique_ptr<hir::Celos>> Defined(const std::string& name) {
    auto celos = std::make_unique<hir::Celos>();
    rt::celos::FileOutcome outcome;
    for (const auto& [id, workflow] : checked_.folder.configuration().workflows) {
      outcome.workflows.push_back(workflow);
    }
    celos->name = name;
    celos->defined = rt::celos::OutcomeFrame(outcome);
    celos->starts = starts_;
    celos->evaluated_ms = checked_.folder.evaluated().ms;
    if (scripts_.empty()) {
      return celos;
    }
    rt::Result<std::vector<celos::ScriptFolder::Code>> code = checked_.folder.CodeOf(scripts_);
    HPDL_TRY(code);
    for (celos::ScriptFolder::Code& each : *code) {
      celos->scripts.push_back({std::move(each.path), std::move(each.name), std::move(each.code)});
    }
    return celos;
  }

  std::vector<Compiled>& definitions() { return found_.all(); }
  std::vector<hir::SubWorkflow>& subs() { return subs_; }

  /// Warns of secrets in scripts and in -D. These secrets become part of the program, and other
  /// people may get the program.
  void WarnOfSecrets() {
    const auto warn = [&](const celos::ScriptFolder::Spot& spot, const std::string& name,
                          const char* by) -> Diagnostic& {
      return checked_.diagnostics->Emit(DiagnosticKind::kBakedSecret, spot.source, spot.range,
                                        "property " + Quoted(name) + ", given by " + by +
                                            ", holds a secret that becomes part of the program; "
                                            "whoever can read the program can read the secret");
    };
    for (const auto& [id, workflow] : checked_.folder.configuration().workflows) {
      for (const auto& [name, value] : workflow.service.properties.value_or(Properties())) {
        if (secrets::HoldsSecret(name, value)) {
          warn(checked_.folder.SpotOfOption(workflow, "externalService"), name, "a script");
        }
      }
    }
    for (const auto& [name, value] : defines_) {
      if (secrets::HoldsSecret(name, value)) {
        warn({}, name, "-D").file = folder_;
      }
    }
  }

  /// Reports parameters of a started workflow that have no value in any slot.
  void CheckParameters() {
    for (const hir::CelosStart& start : starts_) {
      const Workflow& workflow = checked_.folder.configuration().workflows.at(start.id);
      const Compiled& started = found_.all()[start.workflow];
      if (workflow.service.properties && started.definition->hir != nullptr) {
        CheckParametersOf(workflow, *started.definition);
      }
    }
  }

 private:
  /// Returns the properties that are the same in all slots. The function compares two slots whose
  /// times differ in every part, from the year to the second.
  std::optional<Properties> KnownProperties(const Workflow& workflow) {
    if (workflow.service.properties) {
      return workflow.service.properties;
    }
    const rt::celos::ScheduledTime now = checked_.folder.evaluated();
    constexpr std::int64_t kOther =
        400LL * 86'400'000 + 3'661'000;  // two times with this distance in ms differ in each part
    rt::Result<Properties> one = checked_.folder.PropertiesOf(workflow, now);
    const rt::Result<Properties> other = checked_.folder.PropertiesOf(workflow, {now.ms - kOther});
    if (!one || !other) {
      return {};
    }
    std::erase_if(*one, [&](const auto& each) {
      const auto same = other->find(each.first);
      return same == other->end() || same->second != each.second;
    });
    return std::move(*one);
  }

  rt::Result<void> FollowWorkflow(const Workflow& workflow, const Properties& properties) {
    const auto written = properties.find(kPathName);
    if (written == properties.end()) {
      return {};
    }
    hir::Value value;
    value.text = written->second;
    const std::optional<std::string> known = Expanded(written->second, properties);
    const AppPath app_path{value, known.value_or("")};
    std::string path = found_.PathGivenFor(app_path);
    const bool is_given = !path.empty();
    if (!is_given && known) {
      path = LocalPath(*known, folder_);
      path = path.empty() ? LocalPath(*known, Above(folder_)) : path;
      std::error_code error;
      const bool is_definition =
          path.ends_with(".xml") || std::filesystem::exists(path + "/workflow.xml", error);
      path = is_definition ? path : std::string();
    }
    if (path.empty()) {
      return {};  // the definition is on the Oozie server of the workflow
    }
    const rt::Result<std::size_t> number =
        is_given ? found_.At(path, {of_workflows_}) : found_.AtWithFolder(path, {of_workflows_});
    HPDL_TRY(number);
    hir::Workflow* const compiled = found_.all()[*number].definition->hir.get();
    if (compiled != nullptr && compiled->app_path.empty()) {
      compiled->app_path = known.value_or(written->second);
    }
    starts_.push_back({workflow.id, written->second, static_cast<std::uint32_t>(*number)});
    return {};
  }

  void CheckParametersOf(const Workflow& workflow, const Definition& started) {
    std::set<std::string> known(std::begin(kSlotNames), std::end(kSlotNames));
    for (const auto& [name, value] : *workflow.service.properties) {
      known.insert(name);
    }
    for (const auto& [name, value] : defines_) {
      known.insert(name);
    }
    for (const hir::Property& property : started.hir->defaults) {
      known.insert(property.name);
    }
    for (const hir::Parameter& parameter : started.hir->parameters) {
      if (parameter.default_value || known.contains(parameter.name)) {
        continue;
      }
      const celos::ScriptFolder::Spot spot =
          checked_.folder.SpotOfOption(workflow, "externalService");
      Diagnostic& found = checked_.diagnostics->Emit(
          DiagnosticKind::kMissingParameter, spot.source, spot.range,
          "parameter " + Quoted(parameter.name) + " of the workflow that slots of " +
              Quoted(workflow.id) + " start has no value and no default");
      found.notes.push_back({started.source.get(), parameter.range, "it is read here"});
    }
  }

  const CheckedScripts& checked_;
  const std::string folder_;
  const CompileOptions of_workflows_;
  const PropertyMap& defines_;
  FoundDefinitions found_;
  std::vector<hir::CelosStart> starts_;
  std::vector<hir::SubWorkflow> subs_;
  std::set<std::string> scripts_;  ///< scripts that compute properties with a function
};

/// Prints all diagnostics. Returns true if there is no error.
bool Print(const CheckedScripts& checked, const std::vector<Compiled>& definitions) {
  std::vector<Diagnostic> found = checked.diagnostics->Sorted();
  bool good = !checked.diagnostics->HasErrors();
  for (Diagnostic& diagnostic : DiagnosticsOf(definitions)) {
    found.push_back(std::move(diagnostic));
  }
  for (const Compiled& each : definitions) {
    const Definition& definition = *each.definition;
    good = good && !definition.diagnostics.HasErrors() && IsComplete(definition);
  }
  PrintDiagnostics(found, "text");
  return good;
}

int Fail(const rt::Error& error) {
  PrintError(error.message);
  return kExitUsage;
}

}  // namespace

int AssembleScriptProgram(const CommandLine& line, const celos::ScriptPath& path,
                          const std::string& name, const std::string& leave_out,
                          CompiledProgram* compiled) {
  CompileOptions options;
  options.leave_out = leave_out;
  options.with_folder = line.Has("with-folder");
  if (!ReadWarnings(line, &options.diagnostics)) {
    return kExitUsage;
  }
  std::optional<PropertyMap> properties;
  if (const int code = ReadProperties(line, OutputOptions(), &properties); code != kExitOk) {
    return code;
  }
  const PropertyMap defines = properties.value_or(PropertyMap());
  if (!path.files.empty()) {
    return UsageError(line.name,
                      "a program is built from a folder of scripts; give " + path.folder);
  }
  rt::Result<std::shared_ptr<GivenPaths>> given = ReadGiven(line);
  if (!given) {
    return Fail(given.error());
  }
  options.given = std::move(*given);
  const rt::Result<CheckedScripts> checked = CheckScripts(path, line, options.diagnostics);
  if (!checked) {
    return Fail(checked.error());
  }
  if (checked->diagnostics->HasErrors()) {
    Print(*checked, {});
    return kExitInvalid;
  }
  // Workflows get their properties from the scripts and not from -D. Only
  // oozie.wf.validate.ForkJoin in -D applies to all workflows.
  options.properties = std::nullopt;
  options.validate_fork_join = sema::ValidatesForkJoin(defines);
  ScriptProgram program(*checked, path.folder, options, defines);
  if (const rt::Result<void> followed = program.Follow(); !followed) {
    return Fail(followed.error());
  }
  program.CheckParameters();
  program.WarnOfSecrets();
  if (!Print(*checked, program.definitions())) {
    return kExitInvalid;
  }
  rt::Result<std::unique_ptr<hir::Celos>> celos = program.Defined(name);
  if (!celos) {
    return Fail(celos.error());
  }
  compiled->program.celos = std::move(*celos);
  compiled->program.subs = std::move(program.subs());
  compiled->definitions = std::move(program.definitions());
  for (Compiled& each : compiled->definitions) {
    MoveInto(&compiled->program, &each);
  }
  for (const auto& [property, value] : defines) {
    compiled->program.properties.push_back({property, value});
  }
  return kExitOk;
}

}  // namespace hpdl::driver
