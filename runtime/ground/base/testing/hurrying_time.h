#ifndef HPDL_RUNTIME_GROUND_BASE_TESTING_HURRYING_TIME_H_
#define HPDL_RUNTIME_GROUND_BASE_TESTING_HURRYING_TIME_H_

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>

#include "runtime/ground/base/clock.h"

namespace hpdl::rt::testing {

/// The machine's time, which jumps forward to what is waited for: hours pass in a moment, and each
/// wait is as long as it should be. Used as long as it lives.
class HurryingTime final : public TimeSource {
 public:
  /// `look`: between two looks. What is under way meanwhile, such as an answer by the network,
  /// comes in so much time of the machine, or time jumps past it.
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

  /// Whoever looks a second time for what comes first makes the time jump there; but not before
  /// those have gone on for whom it jumped last, who may wait for something earlier then.
  Moment NextLook(Moment due) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    const Moment now = Machine::now();
    // Who has not looked for so long does not wait any more.
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
  std::map<Moment, Moment> waits_;  ///< what is waited for, and when somebody last looked for it
};

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_GROUND_BASE_TESTING_HURRYING_TIME_H_
