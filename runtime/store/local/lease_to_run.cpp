#include "runtime/store/local/lease_to_run.h"

#include <chrono>
#include <thread>

#include "runtime/ground/base/clock.h"

namespace hpdl::rt {

Result<std::unique_ptr<Lease>> TakeLeaseToRun(StateDirectory& state, const std::string& root_id,
                                              bool wait) {
  constexpr std::chrono::milliseconds kMoment{500}, kPause{10};
  const auto until = SteadyClock::now() + kMoment;
  while (true) {
    Result<std::unique_ptr<Lease>> lease = state.TakeLease(root_id, wait);
    const bool held = !lease && lease.error().code == "E0719";
    if (!held || SteadyClock::now() >= until) {
      return lease;
    }
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace hpdl::rt
