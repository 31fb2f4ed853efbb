#include "runtime/programs/celos_program/named_slots.h"

#include <string_view>
#include <vector>

#include "runtime/ground/abi/hpdl_celos.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/programs/celos_program/schedules.h"
#include "runtime/programs/program/text.h"

/// The table of the scripts from which this program was made.
extern "C" const hpdl_celos HPDL_CELOS_SYMBOL;

namespace hpdl::rt::celos {

std::optional<ScheduledTime> ReadTime(Invocation& call, const std::string& text) {
  const Result<ScheduledTime> time = ScheduledTime::Parse(text);
  if (!time) {
    call.Refuse(kExitUsage, "'" + OneLine(text) + "' is not a time such as 2026-01-31T08:00Z");
    return std::nullopt;
  }
  return *time;
}

const Workflow* FindWorkflow(const Configuration& configuration, const std::string& id) {
  const auto found = configuration.workflows.find(id);
  return found == configuration.workflows.end() ? nullptr : &found->second;
}

bool IsWorkflow(const std::string& id) {
  const Result<DefinedScripts> defined = ReadDefined(HPDL_CELOS_SYMBOL);
  return defined && FindWorkflow(defined->configuration, id) != nullptr;
}

bool NamesWorkflow(const Invocation& call) {
  return !call.line.operands.empty() && IsWorkflow(call.line.operands[0]);
}

int RefuseUnknown(Invocation& call, const Configuration& configuration, const std::string& id) {
  std::vector<std::string_view> ids;
  ids.reserve(configuration.workflows.size());
  for (const auto& [known, workflow] : configuration.workflows) {
    ids.emplace_back(known);
  }
  const std::string_view nearest = Nearest(id, ids);
  return call.Refuse(
      kExitFailed,
      "the scripts define no workflow '" + OneLine(id) + "'" +
          (nearest.empty() ? std::string() : "; did you mean '" + OneLine(nearest) + "'?"));
}

int RefuseTimeless(Invocation& call) {
  return call.Refuse(kExitUsage, std::string(call.line.command->name) +
                                     " of a workflow of the scripts needs the TIME of a slot");
}

}  // namespace hpdl::rt::celos
