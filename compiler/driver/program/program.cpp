#include "compiler/driver/program/program.h"

#include <unistd.h>

#include <memory>
#include <optional>
#include <utility>

#include "compiler/application/application.h"
#include "compiler/application/read_file.h"
#include "compiler/application/remote.h"
#include "compiler/diagnostics/columns.h"
#include "compiler/driver/commands/properties.h"
#include "compiler/driver/program/follow.h"
#include "compiler/secrets/secret_text.h"
#include "compiler/sema/check.h"
#include "runtime/ground/base/global_property.h"
#include "runtime/ground/config/config.h"

namespace po = boost::program_options;

namespace hpdl::driver {
namespace {

/// Emits a remark that job.properties of the application is not in the program.
void RemarkOnProperties(const Compiled& compiled) {
  if (compiled.application.has_properties) {
    const std::string path = compiled.application.root + application::kPropertiesName;
    compiled.definition->diagnostics
        .Emit(DiagnosticKind::kPropertiesLeftOut, nullptr, {},
              "this file is not part of the program and gives it no values; run the program with "
              "--config " +
                  path)
        .file = path;
  }
}

/// Warns of secrets in -D. The secrets become part of the program, and other people may get the
/// program.
void WarnOfBakedSecrets(const PropertyMap& defines, Compiled* root) {
  for (const auto& [name, value] : defines) {
    if (secrets::HoldsSecret(name, value)) {
      root->definition->diagnostics
          .Emit(DiagnosticKind::kBakedSecret, nullptr, {},
                "property " + Quoted(name) +
                    ", given by -D or --config, holds a secret that becomes part of the program; "
                    "whoever can read the program can read the secret: give it to each run by "
                    "--config")
          .file = root->application.definition_name;
    }
  }
}

/// If a job.properties is beside a coordinator or a bundle, sets has_properties of its application.
void NoteProperties(Compiled* root) {
  const bool submitted =
      root->definition->coordinator() != nullptr || root->definition->bundle() != nullptr;
  if (submitted && !application::IsRemote(root->application.root)) {
    const std::string path = root->application.root + application::kPropertiesName;
    root->application.has_properties = ::access(path.c_str(), F_OK) == 0;
  }
}

/// Reads the file of --submitted, if the option is given. Prints an error and returns false if the
/// file cannot be read or its content is wrong.
bool ReadSubmitted(const CommandLine& line, std::optional<PropertyMap>* submitted) {
  if (!line.Has("submitted")) {
    return true;
  }
  const rt::Result<rt::ConfigProperties> read = rt::ReadConfigFile(line.Get("submitted"));
  if (!read) {
    PrintError(read.error().message);
    return false;
  }
  rt::Properties properties;
  rt::Apply(*read, &properties);
  submitted->emplace(properties.begin(), properties.end());
  return true;
}

}  // namespace

void MoveInto(hir::Program* program, Compiled* compiled) {
  Definition& definition = *compiled->definition;
  if (definition.bundle_hir != nullptr) {
    program->bundle = std::move(definition.bundle_hir);
  } else if (definition.coordinator_hir != nullptr) {
    program->coordinators.push_back(std::move(definition.coordinator_hir));
  } else {
    pipeline::AddFiles(std::move(compiled->application.files), &definition);
    program->workflows.push_back(std::move(definition.hir));
  }
}

void AddProgramOptions(CommandLine* line) {
  line->options.add_options()(
      "define,D", TakesMany("K=V"),
      "set a job property in the program; --config and -D of a run win over it")(
      "config", TakesMany("FILE"),
      "set the job properties of FILE, a .properties file or Hadoop XML, in the program; may be "
      "repeated: a later FILE wins over an earlier FILE, and -D wins over every FILE")(
      "sub", TakesMany("APP-PATH=PATH"),
      "use the definition at PATH for the <app-path> APP-PATH of a sub-workflow action, a "
      "coordinator or a bundle, or the file at PATH for the <include> APP-PATH of a coordinator; "
      "may be repeated");
  AddFolderOption(line);
  AddWarningOptions(line);
}

int AssembleProgram(const CommandLine& line, const std::string& path, const std::string& leave_out,
                    CompiledProgram* compiled) {
  CompileOptions options;
  options.leave_out = leave_out;
  options.served = line.Has("served");
  options.contained = line.Has("contained");
  options.with_folder = line.Has("with-folder");
  if (!ReadWarnings(line, &options.diagnostics)) {
    return kExitUsage;
  }
  std::optional<PropertyMap> properties;
  if (const int code = ReadProperties(line, OutputOptions(), &properties); code != kExitOk) {
    return code;
  }
  const PropertyMap defines = properties.value_or(PropertyMap());
  rt::Result<std::shared_ptr<GivenPaths>> given = ReadGiven(line);
  if (!given) {
    PrintError(given.error().message);
    return kExitUsage;
  }
  options.given = std::move(*given);
  options.needs_includes = !compiled->alone;
  if (!ReadSubmitted(line, &options.submitted)) {
    return kExitUsage;
  }
  // A missing parameter is no error of the program, because a run may give a value to the
  // parameter. The values of -D and --config apply only to the root, except
  // oozie.wf.validate.ForkJoin, which also applies to sub-workflows.
  options.validate_fork_join = sema::ValidatesForkJoin(defines);
  CompileOptions of_root = options;
  of_root.all_properties = false;
  if (!defines.empty()) {
    of_root.properties = defines;
    of_root.defined = DefinedNames(line);
  }

  CompileOptions of_file = of_root;
  // Files beside a coordinator or a bundle are always part of its application.
  of_file.defaults_beside = application::IsSubmittedName(path.substr(path.rfind('/') + 1));
  if (options.submitted) {
    const auto inherited = options.submitted->find(kGlobalProperty);
    of_file.inherited_global =
        inherited == options.submitted->end() ? std::string() : inherited->second;
  }
  rt::Result<Compiled> root = LoadAndCompile(path, of_file);
  if (root) {
    WarnOfBakedSecrets(defines, &*root);
    NoteProperties(&*root);
    RemarkOnProperties(*root);
    if (root->definition->workflow() == nullptr && compiled->alone) {
      compiled->definitions.push_back(std::move(*root));
    }
  }
  if (compiled->definitions.empty()) {
    rt::Result<Followed> followed =
        root ? Follow(std::move(*root), of_root, defines) : root.error();
    if (!followed) {
      PrintError(followed.error().message);
      return kExitUsage;
    }
    compiled->definitions = std::move(followed->definitions);
    compiled->program.subs = std::move(followed->subs);
  }
  bool invalid = false;
  for (const Compiled& each : compiled->definitions) {
    const Definition& definition = *each.definition;
    invalid = invalid || definition.diagnostics.HasErrors() || !IsComplete(definition);
  }
  PrintDiagnostics(DiagnosticsOf(compiled->definitions), "text");
  if (invalid) {
    return kExitInvalid;
  }
  for (Compiled& each : compiled->definitions) {
    MoveInto(&compiled->program, &each);
  }
  for (const auto& [name, value] : defines) {
    compiled->program.properties.push_back({name, value});
  }
  return kExitOk;
}

codegen::Options CodegenOptions(bool debug_info) {
  codegen::Options options;
  options.debug_info = debug_info;
  options.directory = application::Canonical(".");
  options.compiler_version = HPDL_VERSION;
  return options;
}

}  // namespace hpdl::driver
