#ifndef HPDL_RUNTIME_GROUND_BASE_TESTING_EVENTUALLY_H_
#define HPDL_RUNTIME_GROUND_BASE_TESTING_EVENTUALLY_H_

#include <chrono>
#include <thread>

namespace hpdl::rt::testing {

/// How long a test waits for what must come. Nothing takes so long, but on a busy machine much
/// takes longer than one would think.
constexpr std::chrono::seconds kPatience(120);

/// Asks again and again whether `condition` is true; false once kPatience is over, by the machine's
/// time.
template <class Condition>
bool Eventually(Condition condition) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) {
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_GROUND_BASE_TESTING_EVENTUALLY_H_
