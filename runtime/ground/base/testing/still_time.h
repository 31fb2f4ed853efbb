#ifndef HPDL_RUNTIME_GROUND_BASE_TESTING_STILL_TIME_H_
#define HPDL_RUNTIME_GROUND_BASE_TESTING_STILL_TIME_H_

#include <chrono>
#include <cstdint>

#include "runtime/ground/base/clock.h"

namespace hpdl::rt {

/// A clock that changes only when the test sets it. The process uses the clock while the object
/// lives.
class StillTime final : public TimeSource {
 public:
  StillTime() { UseTime(this); }
  ~StillTime() override { UseTime(nullptr); }
  StillTime(const StillTime&) = delete;
  StillTime& operator=(const StillTime&) = delete;

  void Set(std::int64_t wall_ms) { wall_ms_ = wall_ms; }
  void Pass(std::int64_t seconds) { wall_ms_ += seconds * 1000; }

  std::int64_t WallMs() override { return wall_ms_; }
  Moment Steady() override { return Moment(std::chrono::milliseconds(wall_ms_)); }
  Moment NextLook(Moment due) override { return due; }

 private:
  std::int64_t wall_ms_ = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_TESTING_STILL_TIME_H_
