#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_NOTICES_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_NOTICES_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"
#include "runtime/store/coordinator_records.h"
#include "runtime/store/records.h"

/// Notifications of the actions of coordinators, docs/notifications.md.
/// runtime/engines/workflow/notifier.h sends them.
namespace hpdl::rt {

/// NotificationRow::hook of notifications about actions of a coordinator. Workflows use the lower
/// numbers.
inline constexpr std::uint32_t kCoordinatorActionHook = 4;

/// The job properties that name the URL and its proxy.
inline constexpr const char* kCoordinatorNoticeUrl = "oozie.coord.action.notification.url";
inline constexpr const char* kCoordinatorNoticeProxy = "oozie.coord.action.notification.proxy";

/// Refuses a malformed URL or proxy with "E0701". The message never shows the value. Refuses every
/// URL if the program has no `network`.
Result<void> CheckCoordinatorNotices(const Properties& properties, bool network);

/// The notifications of one coordinator.
class CoordinatorNotices {
 public:
  /// Ignores a URL that CheckCoordinatorNotices() refuses.
  CoordinatorNotices(const Properties& properties, std::string job_id);

  bool empty() const { return url_.empty(); }
  /// Returns a row without an id. The caller puts it before the commit of the change that it
  /// reports.
  NotificationRow Of(const CoordinatorActionRow& action, std::string_view status) const;

 private:
  std::string url_;
  const std::string job_id_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_NOTICES_H_
