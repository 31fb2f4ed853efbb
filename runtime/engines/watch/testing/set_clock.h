#ifndef HPDL_RUNTIME_ENGINES_WATCH_TESTING_SET_CLOCK_H_
#define HPDL_RUNTIME_ENGINES_WATCH_TESTING_SET_CLOCK_H_

#include <chrono>
#include <cstdint>

#include "runtime/ground/base/clock.h"

namespace hpdl::rt::testing {

/// A clock for tests. A test can let time pass and can set the wall clock.
class SetClock final : public TimeSource {
 public:
  SetClock() { UseTime(this); }
  ~SetClock() override { UseTime(nullptr); }
  SetClock(const SetClock&) = delete;
  SetClock& operator=(const SetClock&) = delete;

  void SetWall(std::chrono::milliseconds by) { wall_ += by; }
  void Pass(std::chrono::milliseconds time) { passed_ += time; }

  std::int64_t WallMs() override {
    const auto wall = std::chrono::system_clock::now().time_since_epoch() + passed_ + wall_;
    return std::chrono::duration_cast<std::chrono::milliseconds>(wall).count();
  }
  Moment Steady() override { return std::chrono::steady_clock::now() + passed_; }
  Moment NextLook(Moment due) override { return due; }

 private:
  std::chrono::milliseconds wall_{}, passed_{};
};

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_ENGINES_WATCH_TESTING_SET_CLOCK_H_
