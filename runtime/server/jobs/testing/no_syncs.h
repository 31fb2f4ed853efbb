#ifndef HPDL_RUNTIME_SERVER_JOBS_TESTING_NO_SYNCS_H_
#define HPDL_RUNTIME_SERVER_JOBS_TESTING_NO_SYNCS_H_

#include <unistd.h>

// A test program that includes this header has its own fsync, fdatasync and syncfs instead of those
// of the C library. These functions do nothing, because tests commit hundreds of times and need not
// survive a crash of the machine.

// NOLINTBEGIN(misc-definitions-in-headers): the functions are weak, so a program has one of each
extern "C" {

[[gnu::weak]] int fsync(int /*fd*/) {
  return 0;
}

[[gnu::weak]] int fdatasync(int /*fd*/) {
  return 0;
}

[[gnu::weak]] int syncfs(int /*fd*/) noexcept {
  return 0;
}

}  // extern "C"
// NOLINTEND(misc-definitions-in-headers)

#endif  // HPDL_RUNTIME_SERVER_JOBS_TESTING_NO_SYNCS_H_
