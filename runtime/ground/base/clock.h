#ifndef HPDL_RUNTIME_GROUND_BASE_CLOCK_H_
#define HPDL_RUNTIME_GROUND_BASE_CLOCK_H_

#include <chrono>
#include <cstdint>

namespace hpdl::rt {

/// Where the time comes from: the machine, or a test, which moves it. Any thread may ask.
class TimeSource {
 public:
  using Moment = std::chrono::steady_clock::time_point;
  virtual ~TimeSource() = default;
  /// UTC milliseconds since 1970. The machine's may be set while a program runs.
  virtual std::int64_t WallMs() = 0;
  /// Goes on evenly and is never set: for what lasts.
  virtual Moment Steady() = 0;
  /// When a timer that waits for `due` is to look whether that has come: the machine's time goes by
  /// itself, so then.
  virtual Moment NextLook(Moment due) = 0;
};

/// That of this process.
TimeSource& TheTime();
/// For tests, while there is one thread. Null: the machine's again.
void UseTime(TimeSource* time);

/// UTC milliseconds since 1970.
inline std::int64_t NowMs() {
  return TheTime().WallMs();
}

/// TimeSource::Steady() in the form of <chrono>.
struct SteadyClock {
  using time_point = TimeSource::Moment;
  static time_point now() { return TheTime().Steady(); }
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_CLOCK_H_
