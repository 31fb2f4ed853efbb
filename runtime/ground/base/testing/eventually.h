#ifndef HPDL_RUNTIME_GROUND_BASE_TESTING_EVENTUALLY_H_
#define HPDL_RUNTIME_GROUND_BASE_TESTING_EVENTUALLY_H_

#include <chrono>
#include <thread>

namespace hpdl::rt::testing {

/// The maximum time that a test waits for an event that must happen. It is long, because a busy
/// machine may be slow.
constexpr std::chrono::seconds kPatience(120);

/// Calls `condition` again and again until it returns true. Returns false after kPatience, measured
/// with the machine's clock.
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
