#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_GRAPH_COLOURS_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_GRAPH_COLOURS_H_

#include <string_view>

#include "runtime/programs/program/progress.h"

namespace hpdl::rt {

/// Returns the colour with which graphs fill nodes whose states have this class. Black text is
/// readable on it.
inline std::string_view FillOf(StateClass state_class) {
  switch (state_class) {
    case StateClass::kOk:
      return "#b7e1b5";
    case StateClass::kRunning:
      return "#b5d5f5";
    case StateClass::kError:
      return "#f5b5b5";
    case StateClass::kKilled:
    case StateClass::kManual:
      return "#f5e0a3";
    case StateClass::kWaiting:
      break;
  }
  return "#e5e5e5";
}

/// Returns the name that graphs use for a class of states.
inline std::string_view ClassName(StateClass state_class) {
  constexpr std::string_view kNames[] = {"waiting", "running", "ok", "error", "killed", "manual"};
  return kNames[static_cast<std::size_t>(state_class)];
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_GRAPH_COLOURS_H_
