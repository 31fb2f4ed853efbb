#ifndef HPDL_RUNTIME_GROUND_BASE_TESTING_HURRYING_TIME_H_
#define HPDL_RUNTIME_GROUND_BASE_TESTING_HURRYING_TIME_H_

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>

#include "runtime/ground/base/clock.h"

namespace hpdl::rt::testing {

/// A clock that jumps forward to the next time for which a timer waits. So a test of some hours
/// takes a moment. By this clock, each wait still has its correct length. The process uses the
/// clock while the object lives.
class HurryingTime final : public TimeSource {
 public:
  /// A waiting timer checks the time at intervals of `look`, measured with the machine's clock. If
  /// the test also waits for an event, for example an answer from the network, the event must come
  /// within this interval. Otherwise the clock jumps before the event comes.
  explicit HurryingTime(std::chrono::milliseconds look = std::chrono::milliseconds(1))
      : look_(look), forgotten_(std::max(4 * look, std::chrono::milliseconds(100))) {
    UseTime(this);
  }
  ~HurryingTime() override { UseTime(nullptr); }
  HurryingTime(const HurryingTime&) = delete;
  HurryingTime& operator=(const HurryingTime&) = delete;

  std::int64_t WallMs() override {
    const auto wall = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(wall + Ahead()).count();
  }
  Moment Steady() override { return Machine::now() + Ahead(); }

  /// Returns the time at which the timer that waits for `due` must check the time again. The clock
  /// jumps to `due` when the timer checks for the second time and no timer waits for an earlier
  /// time. After a jump, the timer must check twice before the next jump. Meanwhile, the tasks that
  /// woke may begin to wait for an earlier time.
  Moment NextLook(Moment due) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    const Moment now = Machine::now();
    // A timer that has not checked the time for longer than `forgotten_` is no longer waiting.
    std::erase_if(waits_, [&](const auto& wait) { return now - wait.second > forgotten_; });
    const auto [wait, is_new] = waits_.try_emplace(due, now);
    if (!is_new && wait == waits_.begin() && wait->second > jumped_) {
      ahead_ = std::max(ahead_, due - now);
      jumped_ = now;
      waits_.erase(wait);
      return now;
    }
    wait->second = now;
    return now + look_;
  }

 private:
  using Machine = std::chrono::steady_clock;

  Machine::duration Ahead() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return ahead_;
  }

  const std::chrono::milliseconds look_, forgotten_;
  std::mutex mutex_;
  Machine::duration ahead_{};
  Moment jumped_ = Moment::min();
  /// For each time for which a timer waits: the time of the timer's last check, on the machine's
  /// clock.
  std::map<Moment, Moment> waits_;
};

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_GROUND_BASE_TESTING_HURRYING_TIME_H_
