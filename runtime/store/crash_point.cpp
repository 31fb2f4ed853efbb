#include "runtime/store/crash_point.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>

namespace hpdl::rt {
namespace {

long commits = 0;
std::atomic<long> server_steps = 0;  // several threads call AfterServerStep()

/// Returns the number in an environment variable; 0 if the variable is not set.
long Number(const char* variable) {
  const char* text = std::getenv(variable);
  return text == nullptr ? 0 : std::strtol(text, nullptr, 10);
}

void DieAt(long n, long now = commits) {
  if (n == now) {
    kill(getpid(), SIGKILL);
  }
}

}  // namespace

void CrashPoint::BeforeCommit() {
  static const long kAt = Number("HPDL_CRASH_AT");
  ++commits;
  DieAt(kAt);
}

void CrashPoint::AfterCommit() {
  static const long kAfter = Number("HPDL_CRASH_AFTER");
  DieAt(kAfter);
}

void CrashPoint::AfterServerStep() {
  static const long kAfter = Number("HPDLD_CRASH_AFTER");
  DieAt(kAfter, ++server_steps);
}

long CrashPoint::Commits() {
  return commits;
}

}  // namespace hpdl::rt
