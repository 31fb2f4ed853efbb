#include "compiler/driver/program.h"

#include "compiler/application/application.h"
#include "compiler/application/read_file.h"
#include "compiler/diagnostics/columns.h"
#include "compiler/driver/properties.h"
#include "compiler/driver/sub_workflows.h"
#include "compiler/secrets/secret_text.h"
#include "compiler/sema/check.h"

namespace po = boost::program_options;

namespace hpdl::driver {
namespace {

/// Says that job.properties of the application is not in the program.
void RemarkOnProperties(const Compiled& compiled) {
  if (compiled.application.has_properties) {
    const std::string path = compiled.application.root + application::kPropertiesName;
    compiled.definition->diagnostics
        .Emit(DiagnosticKind::kPropertiesLeftOut, nullptr, {},
              "this file is not part of the program and gives it no values; run it with --config " +
                  path)
        .file = path;
  }
}

/// What -D gives becomes part of the program, which others may get.
void WarnOfBakedSecrets(const PropertyMap& defines, Compiled* root) {
  for (const auto& [name, value] : defines) {
    if (secrets::HoldsSecret(name, value)) {
      root->definition->diagnostics
          .Emit(DiagnosticKind::kBakedSecret, nullptr, {},
                "property " + Quoted(name) +
                    ", given by -D, holds a secret that becomes part of the program; whoever can "
                    "read the program has it: give it to each run by --config")
          .file = root->application.definition_name;
    }
  }
}

}  // namespace

void AddProgramOptions(CommandLine* line) {
  line->options.add_options()(
      "define,D", po::value<std::vector<std::string>>()->value_name("K=V"),
      "set a job property in the program; --config and -D of a run win over it")(
      "sub", po::value<std::vector<std::string>>()->value_name("APP-PATH=PATH"),
      "where the definition of a sub-workflow is; APP-PATH as written in <app-path>");
  AddWarningOptions(line);
}

int CompileProgram(const CommandLine& line, const std::string& path, const std::string& leave_out,
                   CompiledProgram* compiled) {
  CompileOptions options;
  options.leave_out = leave_out;
  options.served = line.Has("served");
  PropertyMap defines;
  if (!ReadDefines(line, &defines) || !ReadWarnings(line, &options.diagnostics)) {
    return kExitUsage;
  }
  // Parameters may still come at run time, so a missing one is no error of the program. What -D
  // says about the checks themselves holds, also of sub-workflows; its values are the root's.
  options.validate_fork_join = sema::ValidatesForkJoin(defines);
  CompileOptions of_root = options;
  of_root.all_properties = false;
  if (!defines.empty()) {
    of_root.properties = defines;
    of_root.defined = DefinedNames(line);
  }

  SubWorkflows subs(options, defines, line.All("sub"));
  rt::Result<Compiled> root = Compile(path, of_root);
  if (root) {
    WarnOfBakedSecrets(defines, &*root);
  }
  const rt::Result<void> resolved = root ? subs.Resolve(std::move(*root)) : root.error();
  if (!resolved) {
    PrintError(resolved.error().message);
    return kExitUsage;
  }
  compiled->definitions = std::move(subs.definitions());
  RemarkOnProperties(compiled->definitions.front());
  std::vector<Diagnostic> found;
  bool invalid = false;
  for (const Compiled& each : compiled->definitions) {
    const Definition& definition = *each.definition;
    const std::vector<Diagnostic> sorted = definition.diagnostics.Sorted();
    found.insert(found.end(), sorted.begin(), sorted.end());
    invalid = invalid || definition.diagnostics.HasErrors() ||
              (definition.hir == nullptr && definition.coordinator_hir == nullptr &&
               definition.bundle_hir == nullptr);
  }
  PrintDiagnostics(found, "text");
  if (invalid) {
    return kExitInvalid;
  }
  for (Compiled& each : compiled->definitions) {
    Definition& definition = *each.definition;
    if (definition.bundle_hir != nullptr) {
      compiled->program.bundle = std::move(definition.bundle_hir);
    } else if (definition.coordinator_hir != nullptr) {
      compiled->program.coordinators.push_back(std::move(definition.coordinator_hir));
    } else {
      pipeline::AddFiles(std::move(each.application.files), &definition);
      compiled->program.workflows.push_back(std::move(definition.hir));
    }
  }
  compiled->program.subs = subs.subs();
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
