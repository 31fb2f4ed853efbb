#include "runtime/ground/base/die_with_parent.h"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace hpdl::rt {

void DieWithParent() {
  const char* const parent = std::getenv(kParentVariable);
  if (parent == nullptr) {
    return;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (std::to_string(getppid()) != parent) {
    _exit(128 + SIGKILL);  // the parent ended before the call of prctl()
  }
}

}  // namespace hpdl::rt
