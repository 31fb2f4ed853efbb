#include "compiler/driver/program/coordinator_beside.h"

#include <unistd.h>

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "compiler/application/find_definitions.h"
#include "compiler/application/read_file.h"
#include "compiler/application/remote.h"

namespace hpdl::driver {
namespace {

constexpr std::string_view kWorkflow = "workflow.xml", kCoordinator = "coordinator.xml";
/// The properties that Oozie adds for each action of a coordinator.
constexpr const char* kAdded[] = {"oozie.coord.action.nominal_time", "oozie.wf.application.path"};

/// Returns the coordinator.xml beside a workflow.xml; "" if there is no such file.
std::string CoordinatorBeside(const std::string& path) {
  if (application::IsRemote(path)) {
    return {};
  }
  std::string file = application::DefinitionFile(path);
  const std::size_t name = file.rfind('/') + 1;  // 0 if there is no slash
  if (std::string_view(file).substr(name) != kWorkflow) {
    return {};
  }
  file.replace(name, std::string::npos, kCoordinator);
  return ::access(file.c_str(), R_OK) == 0 ? file : std::string();
}

}  // namespace

void AddGivenBy(const ast::Coordinator& coordinator, CompileOptions* options) {
  options->also_given.insert(std::begin(kAdded), std::end(kAdded));
  for (const ast::Property& property : coordinator.properties) {
    if (property.name.expr.valid()) {
      options->properties = std::nullopt;
      return;
    }
    options->also_given.insert(property.name.text.value);
  }
}

void AddPropertiesOfCoordinator(const std::string& path, CompileOptions* options) {
  const std::string file = options->properties ? CoordinatorBeside(path) : std::string();
  std::optional<std::string> bytes;
  if (!file.empty()) {
    rt::Result<std::string> read = application::ReadFile(file);
    bytes = read ? std::optional(std::move(*read)) : std::nullopt;
  }
  if (!bytes) {
    return;
  }
  const std::unique_ptr<Definition> definition =
      pipeline::Read(file, std::move(*bytes), pipeline::Options());
  if (const ast::Coordinator* coordinator = definition->coordinator()) {
    AddGivenBy(*coordinator, options);
    options->defined.clear();  // the coordinator may read these properties
  }
}

}  // namespace hpdl::driver
