#include "runtime/ground/base/clock.h"

#include <atomic>

namespace hpdl::rt {
namespace {

class MachineTime final : public TimeSource {
 public:
  std::int64_t WallMs() override {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
  }
  Moment Steady() override { return std::chrono::steady_clock::now(); }
  Moment NextLook(Moment due) override { return due; }
};

std::atomic<TimeSource*> used{nullptr};

}  // namespace

TimeSource& TheTime() {
  static MachineTime machine;
  TimeSource* const other = used.load(std::memory_order_acquire);
  return other != nullptr ? *other : machine;
}

void UseTime(TimeSource* time) {
  used.store(time, std::memory_order_release);
}

}  // namespace hpdl::rt
