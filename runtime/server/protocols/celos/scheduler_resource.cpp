#include <set>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/server/protocols/celos/resources.h"

namespace hpdl::rt::celos {
namespace {

// Splits the parameter `ids` as Java's String.split does. Empty parts at the end are dropped. An
// empty text gives one empty part.
Result<std::set<std::string>> IdsOf(const Exchange& exchange) {
  std::set<std::string> ids;
  const std::string* const text = exchange.Find("ids");
  if (text == nullptr) {
    return ids;
  }
  std::vector<std::string_view> parts = Split(*text, ',');
  while (!parts.empty() && parts.back().empty()) {
    parts.pop_back();
  }
  if (text->empty()) {
    parts.emplace_back();
  }
  for (const std::string_view part : parts) {
    HPDL_TRY(CheckWorkflowId(part));
    ids.emplace(part);
  }
  return ids;
}

// Reads the parameter `paused`. In Celos, each other text and no text mean false.
Result<bool> PausedOf(const Exchange& exchange) {
  const Result<std::string> text = exchange.Required("paused");
  HPDL_TRY(text);
  const std::string word = LowerCase(*text);
  if (word != "true" && word != "false") {
    return JavaException(kIncomplete,
                         "paused parameter is \"" + *text + "\", but must be true or false.");
  }
  return word == "true";
}

}  // namespace

Result<std::string> PostScheduler(Exchange& exchange) {
  CelosWorld& world = exchange.world;
  const Result<DefinitionsPtr> definitions = world.definitions.Load();
  HPDL_TRY(definitions);
  const Result<ScheduledTime> now = exchange.TimeOrNow();
  HPDL_TRY(now);
  const Result<std::set<std::string>> ids = IdsOf(exchange);
  HPDL_TRY(ids);
  SteppedStore::Change change(world.slots);
  Scheduler scheduler(
      *(*definitions)->configuration,
      {change, world.service, world.intents, *(*definitions)->properties, world.files, world.log});
  HPDL_TRY(scheduler.Step(*now, *ids));
  return std::string();
}

Result<std::string> PostPause(Exchange& exchange) {
  const Result<std::string> id = exchange.Id();
  HPDL_TRY(id);
  const Result<FoundWorkflow> found = FindWorkflow(exchange, *id);
  HPDL_TRY(found);
  const Result<bool> paused = PausedOf(exchange);
  HPDL_TRY(paused);
  SteppedStore::Change change(exchange.world.slots);
  HPDL_TRY(change.SetPaused(*id, *paused));
  return std::string();
}

Result<std::string> PostClearCache(Exchange& exchange) {
  exchange.world.definitions.Clear();
  return std::string();
}

}  // namespace hpdl::rt::celos
