#include "runtime/server/jobs/serving_lock.h"

#include <chrono>
#include <thread>

#include "runtime/ground/base/clock.h"

namespace hpdl::rt {

Result<LockedFile> TakeServing(const std::string& state_path) {
  constexpr std::chrono::milliseconds kMoment{1000}, kPause{10};
  const auto begin = SteadyClock::now();
  while (true) {
    bool taken = false;
    Result<LockedFile> lock = LockedFile::Lock(state_path + "/server.lock", false, &taken);
    if (!lock || taken) {
      return lock;
    }
    if (SteadyClock::now() - begin > kMoment) {
      return Error{ErrorClass::kError, "",
                   "another hpdld serves the state directory " + state_path};
    }
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace hpdl::rt
