#ifndef HPDL_RUNTIME_WORLD_FILES_LOOK_PACE_H_
#define HPDL_RUNTIME_WORLD_FILES_LOOK_PACE_H_

#include <algorithm>
#include <chrono>

namespace hpdl::rt {

/// The pauses between the checks for an awaited path. The first check is immediate. Each pause is
/// twice as long as the pause before it, from `first` up to `most`.
struct LookPace {
  using Time = std::chrono::milliseconds;
  Time first{1000}, most{60'000};
  Time fixed{0};  ///< the length of every pause; 0: the pauses grow

  /// Returns the pause after a check, when the wait has lasted for `age`. The pause depends only on
  /// `age`, so it stays the same when a different process continues the wait.
  Time PauseAt(Time age) const {
    return fixed.count() > 0 ? fixed : std::clamp(age + first, first, most);
  }
  /// Returns the longest pause.
  Time Longest() const { return fixed.count() > 0 ? fixed : most; }
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_FILES_LOOK_PACE_H_
