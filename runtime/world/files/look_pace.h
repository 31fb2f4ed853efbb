#ifndef HPDL_RUNTIME_WORLD_FILES_LOOK_PACE_H_
#define HPDL_RUNTIME_WORLD_FILES_LOOK_PACE_H_

#include <algorithm>
#include <chrono>

namespace hpdl::rt {

/// How often it is looked whether a path is there that somebody waits for: at once, then after
/// `first`, after twice that, and so on; at last each `most`.
struct LookPace {
  using Time = std::chrono::milliseconds;
  Time first{1000}, most{60'000};
  Time fixed{0};  ///< instead of these, always; 0: not

  /// The pause after a look, when the wait has taken so long. A wait that goes on in another
  /// process goes on as it was.
  Time PauseAt(Time age) const {
    return fixed.count() > 0 ? fixed : std::clamp(age + first, first, most);
  }
  /// What the pauses come to.
  Time Longest() const { return fixed.count() > 0 ? fixed : most; }
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_FILES_LOOK_PACE_H_
