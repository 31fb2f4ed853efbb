#include "runtime/server/jobs/coordinator_words.h"

#include <utility>

namespace hpdl::rt {

std::vector<std::string> WordsOf(const CoordinatorCommand& command) {
  using Verb = CoordinatorCommand::Verb;
  std::vector<std::string> words;
  switch (command.verb) {
    case Verb::kKill:
      words = {"kill"};
      break;
    case Verb::kRerun:
      words = {"rerun"};
      break;
    case Verb::kChange:
      words = {"change"};
      break;
    case Verb::kIgnore:
      words = {"ignore"};
      break;
    case Verb::kSlaEnable:
      words = {"sla", "enable"};
      break;
    case Verb::kSlaDisable:
      words = {"sla", "disable"};
      break;
    case Verb::kSlaChange:
      words = {"sla", "change"};
      break;
  }
  const std::pair<const char*, const std::string*> values[] = {
      {"--action", &command.actions},
      {"--date", &command.dates},
      {"--coordinator", &command.coordinators},
      {"--value", &command.value}};
  for (const auto& [option, value] : values) {
    // The option and its value are one word, so that the program does not read a value as an
    // option.
    if (!value->empty() || (value == &command.value && command.verb == Verb::kChange)) {
      words.push_back(std::string(option) + "=" + *value);
    }
  }
  const std::pair<const char*, bool> flags[] = {{"--refresh", command.refresh},
                                                {"--nocleanup", command.nocleanup},
                                                {"--failed", command.failed}};
  for (const auto& [option, set] : flags) {
    if (set) {
      words.emplace_back(option);
    }
  }
  words.insert(words.end(), {"--format", "json"});
  return words;
}

}  // namespace hpdl::rt
