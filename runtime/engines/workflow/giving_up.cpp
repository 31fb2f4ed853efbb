#include "runtime/engines/workflow/giving_up.h"

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <mutex>

namespace hpdl::rt {
namespace {

constexpr std::array kGivingUp = {SIGINT, SIGTERM, SIGHUP};

std::atomic<bool> gave_up = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets gave_up");

/// The number of GivingUp objects, and the signal actions (sigaction) of the process before the
/// first object was made.
std::mutex living_mutex;
int living = 0;
std::array<struct sigaction, kGivingUp.size()> before_first{};

void NoteGivingUp(int) {
  gave_up = true;
}

}  // namespace

GivingUp::GivingUp() {
  const std::lock_guard<std::mutex> lock(living_mutex);
  if (living++ > 0) {
    return;
  }
  gave_up = false;
  for (std::size_t i = 0; i < kGivingUp.size(); ++i) {
    struct sigaction noted{};
    noted.sa_handler = &NoteGivingUp;
    noted.sa_flags = SA_RESTART;
    if (sigaction(kGivingUp[i], nullptr, &before_first[i]) == 0 &&
        before_first[i].sa_handler != SIG_IGN) {
      sigaction(kGivingUp[i], &noted, nullptr);
    }
  }
}

GivingUp::~GivingUp() {
  const std::lock_guard<std::mutex> lock(living_mutex);
  if (--living > 0) {
    return;
  }
  for (std::size_t i = 0; i < kGivingUp.size(); ++i) {
    sigaction(kGivingUp[i], &before_first[i], nullptr);
  }
}

bool GivingUp::Asked() const {
  return gave_up;
}

}  // namespace hpdl::rt
