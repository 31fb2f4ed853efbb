#ifndef HPDL_RUNTIME_STORE_CRASH_POINT_H_
#define HPDL_RUNTIME_STORE_CRASH_POINT_H_

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// Deaths on purpose, for tests of recovery: HPDL_CRASH_AT=n has this process killed (SIGKILL)
/// right before its n-th journal commit, HPDL_CRASH_AFTER=n right after it. Other values are
/// ignored.
class CrashPoint {
 public:
  static void BeforeCommit();
  static void AfterCommit();
  /// The same after a step of a server: HPDLD_CRASH_AFTER=n. A step is a commit of ServerRecords,
  /// an id that was taken, a child that was started, or the end of one.
  static void AfterServerStep();
  /// The result of a server's step that is durable now, or failed, right after AfterServerStep().
  static Result<void> AfterStep(Result<void> done) {
    AfterServerStep();
    return done;
  }
  /// Journal commits of this process so far.
  static long Commits();
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_CRASH_POINT_H_
