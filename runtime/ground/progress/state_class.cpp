#include "runtime/ground/progress/state_class.h"

namespace hpdl::rt {

StateClass Classify(std::string_view state) {
  struct Word {
    std::string_view text;
    StateClass state_class;
  };
  static constexpr Word kWords[] = {
      {"OK", StateClass::kOk},
      {"SUCCEEDED", StateClass::kOk},
      {"RUNNING", StateClass::kRunning},
      {"started", StateClass::kRunning},
      {"ERROR", StateClass::kError},
      {"FAILED", StateClass::kError},
      {"TIMEDOUT", StateClass::kError},
      {"DONEWITHERROR", StateClass::kError},
      {"KILLED", StateClass::kKilled},
      {"START_MANUAL", StateClass::kManual},
      {"END_MANUAL", StateClass::kManual},
      {"manual-retry", StateClass::kManual},
      {"SUSPENDED", StateClass::kManual},
  };
  for (const Word& word : kWords) {
    if (word.text == state) {
      return word.state_class;
    }
  }
  return StateClass::kWaiting;
}

std::string_view ShownState(std::string_view type, std::string_view state) {
  if (state != "OK") {
    return state;
  }
  return type == "kill" ? "KILLED" : type == "fail" ? "FAILED" : state;
}

}  // namespace hpdl::rt
