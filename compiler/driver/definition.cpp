#include "compiler/driver/definition.h"

#include <optional>
#include <utility>

#include "compiler/application/load.h"
#include "compiler/application/read_file.h"

namespace hpdl::driver {
namespace {

std::optional<std::string> ReadListed(const hir::File& file) {
  rt::Result<std::string> bytes = application::ReadFile(file.disk_path);
  return bytes ? std::optional(std::move(*bytes)) : std::nullopt;
}

}  // namespace

rt::Result<Application> LoadApplication(const std::string& path, const CompileOptions& options) {
  application::LoadOptions load;
  load.leave_out = options.leave_out;
  load.defaults_beside = options.defaults_beside;
  for (const frontend::Language& language : frontend::Languages()) {
    if (!language.defaults.empty()) {
      load.defaults.push_back(language.defaults);
    }
  }
  return application::Load(path, load);
}

std::unique_ptr<Definition> CompileAs(const Application& application, std::string bytes,
                                      const CompileOptions& options) {
  pipeline::Input input{application.definition_name, std::move(bytes),          application.root,
                        application.files,           application.has_all_files, &ReadListed};
  return pipeline::Compile(std::move(input), options);
}

rt::Result<Compiled> Compile(const std::string& path, const CompileOptions& options) {
  rt::Result<Application> application = LoadApplication(path, options);
  HPDL_TRY(application);
  Compiled compiled;
  compiled.application = std::move(*application);
  // What lies beside a definition that is named itself need not be there where it runs.
  compiled.application.has_all_files = compiled.application.definition_name != path;
  std::string bytes = std::move(compiled.application.definition);
  compiled.definition = CompileAs(compiled.application, std::move(bytes), options);
  return compiled;
}

void WantWorkflow(std::string_view done, Definition* definition) {
  const Range range = definition->coordinator() != nullptr ? definition->coordinator()->range
                      : definition->bundle() != nullptr    ? definition->bundle()->range
                                                           : Range();
  if (!range.empty()) {
    definition->diagnostics.Emit(DiagnosticKind::kUnknownLanguage, definition->source.get(), range,
                                 "a " + Message::Words(definition->language->noun) + " cannot be " +
                                     Message::Words(done) + " yet; a workflow can");
  }
}

}  // namespace hpdl::driver
