#include "compiler/driver/definition.h"

#include <utility>

#include "compiler/application/load.h"

namespace hpdl::driver {

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
  return pipeline::Compile(
      {application.definition_name, std::move(bytes), application.root, application.files},
      options);
}

rt::Result<Compiled> Compile(const std::string& path, const CompileOptions& options) {
  rt::Result<Application> application = LoadApplication(path, options);
  HPDL_TRY(application);
  Compiled compiled;
  compiled.application = std::move(*application);
  std::string bytes = std::move(compiled.application.definition);
  compiled.definition = CompileAs(compiled.application, std::move(bytes), options);
  return compiled;
}

}  // namespace hpdl::driver
