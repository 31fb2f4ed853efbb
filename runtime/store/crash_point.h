#ifndef HPDL_RUNTIME_STORE_CRASH_POINT_H_
#define HPDL_RUNTIME_STORE_CRASH_POINT_H_

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// Deliberate crashes, for tests of recovery. With HPDL_CRASH_AT=n the process is killed (SIGKILL)
/// right before its n-th journal commit, with HPDL_CRASH_AFTER=n right after it. Other values are
/// ignored.
class CrashPoint {
 public:
  static void BeforeCommit();
  static void AfterCommit();
  /// Crashes after the n-th step of a server: HPDLD_CRASH_AFTER=n. A step is a commit of
  /// ServerRecords, the taking of an id, the start of a child or the end of a child.
  static void AfterServerStep();
  /// Calls AfterServerStep() and returns `done`, the result of the step. Called when the step has
  /// become durable or has failed.
  static Result<void> AfterStep(Result<void> done) {
    AfterServerStep();
    return done;
  }
  /// Returns the number of journal commits of this process so far.
  static long Commits();
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_CRASH_POINT_H_
