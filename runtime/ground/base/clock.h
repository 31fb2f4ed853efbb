#ifndef HPDL_RUNTIME_GROUND_BASE_CLOCK_H_
#define HPDL_RUNTIME_GROUND_BASE_CLOCK_H_

#include <chrono>
#include <cstdint>

namespace hpdl::rt {

/// A clock: the machine's clock, or a clock that a test sets. Any thread may call it.
class TimeSource {
 public:
  using Moment = std::chrono::steady_clock::time_point;
  virtual ~TimeSource() = default;
  /// Returns the UTC time in milliseconds since 1970. It jumps if somebody sets the machine's
  /// clock.
  virtual std::int64_t WallMs() = 0;
  /// Returns a time for measuring durations. It runs evenly, even if somebody sets the clock.
  virtual Moment Steady() = 0;
  /// Returns the time at which a timer that waits for `due` must check the time again. The
  /// machine's clock returns `due`. The clock of a test may return an earlier time, because the
  /// test may change the time meanwhile.
  virtual Moment NextLook(Moment due) = 0;
};

/// Returns the clock of this process.
TimeSource& TheTime();
/// Sets the clock of this process; null stands for the machine's clock. Only tests may call this,
/// while the process has one thread.
void UseTime(TimeSource* time);

/// Returns the UTC time of this process in milliseconds since 1970.
inline std::int64_t NowMs() {
  return TheTime().WallMs();
}

/// A clock in the style of <chrono> that returns TimeSource::Steady().
struct SteadyClock {
  using time_point = TimeSource::Moment;
  static time_point now() { return TheTime().Steady(); }
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_CLOCK_H_
