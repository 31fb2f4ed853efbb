#ifndef HPDL_RUNTIME_GROUND_BASE_CLOCK_H_
#define HPDL_RUNTIME_GROUND_BASE_CLOCK_H_

#include <chrono>
#include <cstdint>

namespace hpdl::rt {

/// The source of the time: the machine, or a test that moves the time. Any thread may call it.
class TimeSource {
 public:
  using Moment = std::chrono::steady_clock::time_point;
  virtual ~TimeSource() = default;
  /// UTC milliseconds since 1970. The machine's time may be set while a program runs.
  virtual std::int64_t WallMs() = 0;
  /// A time that runs evenly and is never set. Durations are measured with it.
  virtual Moment Steady() = 0;
  /// Returns the time at which a timer that waits for `due` must check the time again. The
  /// machine's source returns `due`. The source of a test may return an earlier time, because the
  /// test may change the time meanwhile.
  virtual Moment NextLook(Moment due) = 0;
};

/// The time source of this process.
TimeSource& TheTime();
/// Sets the time source of this process; null: the machine's time. Only for tests, while there is
/// one thread.
void UseTime(TimeSource* time);

/// UTC milliseconds since 1970.
inline std::int64_t NowMs() {
  return TheTime().WallMs();
}

/// TimeSource::Steady() as a clock of <chrono>.
struct SteadyClock {
  using time_point = TimeSource::Moment;
  static time_point now() { return TheTime().Steady(); }
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_CLOCK_H_
