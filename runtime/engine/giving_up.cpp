#include "runtime/engine/giving_up.h"

#include <cstddef>

namespace hpdl::rt {
namespace {

constexpr std::array kGivingUp = {SIGINT, SIGTERM, SIGHUP};
volatile std::sig_atomic_t gave_up = 0;

void NoteGivingUp(int) {
  gave_up = 1;
}

}  // namespace

GivingUp::GivingUp() : before_{} {
  gave_up = 0;
  for (std::size_t i = 0; i < kGivingUp.size(); ++i) {
    struct sigaction noted{};
    noted.sa_handler = &NoteGivingUp;
    noted.sa_flags = SA_RESTART;
    if (sigaction(kGivingUp[i], nullptr, &before_[i]) == 0 && before_[i].sa_handler != SIG_IGN) {
      sigaction(kGivingUp[i], &noted, nullptr);
    }
  }
}

GivingUp::~GivingUp() {
  for (std::size_t i = 0; i < kGivingUp.size(); ++i) {
    sigaction(kGivingUp[i], &before_[i], nullptr);
  }
}

bool GivingUp::Asked() const {
  return gave_up != 0;
}

}  // namespace hpdl::rt
