#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_NOTICES_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_NOTICES_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"
#include "runtime/store/coordinator_records.h"
#include "runtime/store/records.h"

/// Makes notifications about the actions of coordinators; see docs/notifications.md.
/// runtime/engines/workflow/notifier.h sends the notifications.
namespace hpdl::rt {

/// The value of NotificationRow::hook for notifications about actions of a coordinator. Workflows
/// use the smaller values.
inline constexpr std::uint32_t kCoordinatorActionHook = 4;

/// The job properties that hold the URL and the proxy of notifications.
inline constexpr const char* kCoordinatorNoticeUrl = "oozie.coord.action.notification.url";
inline constexpr const char* kCoordinatorNoticeProxy = "oozie.coord.action.notification.proxy";

/// Returns the error "E0701" if there is a URL but the program has no network. The message of the
/// error never contains the URL. Like Oozie, the program sends no notification to an invalid URL.
Result<void> CheckCoordinatorNotices(const Properties& properties, bool network);

/// The notifications of one coordinator.
class CoordinatorNotices {
 public:
  /// Ignores an invalid URL (UrlComplaint()).
  CoordinatorNotices(const Properties& properties, std::string job_id);

  bool empty() const { return url_.empty(); }
  /// Returns the row of a notification, without an id. The caller puts the row into the journal
  /// before the commit of the action's change.
  NotificationRow Of(const CoordinatorActionRow& action, std::string_view status) const;

 private:
  std::string url_;
  const std::string job_id_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_NOTICES_H_
