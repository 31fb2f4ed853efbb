#include "runtime/server/protocols/celos_hosted/watched_definitions.h"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

namespace hpdl::rt::celos {
namespace {

using Names = std::set<std::string>;

// Adds the workflows that a trigger waits for. The function is recursive. Its depth is limited,
// because the script engine limits the depth of triggers.
void AddNames(const Trigger& trigger, Names* names) {
  const auto add = [names](const TriggerPtr& part) {
    if (part != nullptr) {
      AddNames(*part, names);
    }
  };
  if (const auto* success = std::get_if<SuccessTrigger>(&trigger.kind)) {
    names->insert(success->workflow);
  } else if (const auto* all = std::get_if<AndTrigger>(&trigger.kind)) {
    std::for_each(all->parts.begin(), all->parts.end(), add);
  } else if (const auto* any = std::get_if<OrTrigger>(&trigger.kind)) {
    std::for_each(any->parts.begin(), any->parts.end(), add);
  } else if (const auto* none = std::get_if<NotTrigger>(&trigger.kind)) {
    add(none->part);
  } else if (const auto* offset = std::get_if<OffsetTrigger>(&trigger.kind)) {
    add(offset->part);
  }
}

}  // namespace

std::vector<ScriptError> DoubtsOf(const Configuration& configuration) {
  std::vector<ScriptError> doubts;
  for (const auto& [id, workflow] : configuration.workflows) {
    const auto doubt = [&, &id = id, &workflow = workflow](const std::string& name,
                                                           const std::string& what) {
      if (!configuration.workflows.contains(name)) {
        ScriptError found;
        found.place = workflow.place;
        found.message =
            "the workflow '" + id + "' " + what + " '" + name + "', which no script defines";
        doubts.push_back(std::move(found));
      }
    };
    if (const auto* other = std::get_if<DependentSchedule>(&workflow.schedule)) {
      doubt(other->workflow, "has the schedule of");
    }
    Names names;
    if (workflow.trigger != nullptr) {
      AddNames(*workflow.trigger, &names);
    }
    for (const std::string& name : names) {
      doubt(name, "waits for");
    }
  }
  return doubts;
}

Result<Definitions> WatchedDefinitions::Load(StepLog& log) {
  Result<Definitions> loaded = scripts_->Load(log);
  if (!loaded) {
    ScriptError all;
    all.message = loaded.error().message;
    Tell({all}, {});
    return loaded;
  }
  const Configuration& all = *loaded->configuration;
  std::vector<ScriptError> doubts = DoubtsOf(all);
  doubts.insert(doubts.end(), all.warnings.begin(), all.warnings.end());
  Tell(all.errors, doubts);
  return loaded;
}

void WatchedDefinitions::Tell(const std::vector<ScriptError>& errors,
                              const std::vector<ScriptError>& doubts) {
  std::vector<std::string> now;
  const auto tell = [&](const ScriptError& error, LogLevel level) {
    std::string text = "celos: " + error.place.file;
    if (error.place.line > 0) {
      text += ":" + std::to_string(error.place.line) + ":" + std::to_string(error.place.column);
    }
    text += ": " + error.message;
    text += error.last_good ? "; its previous version stays in use" : "";
    if (std::find(told_.begin(), told_.end(), text) == told_.end()) {
      log_(level, text);
    }
    now.push_back(std::move(text));
  };
  for (const ScriptError& error : errors) {
    tell(error, LogLevel::kError);
  }
  for (const ScriptError& doubt : doubts) {
    tell(doubt, LogLevel::kWarning);
  }
  if (now.empty() && !told_.empty()) {
    log_(LogLevel::kInfo, "celos: all scripts can be loaded again");
  }
  told_ = std::move(now);
}

}  // namespace hpdl::rt::celos
