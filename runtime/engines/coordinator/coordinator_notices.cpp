#include "runtime/engines/coordinator/coordinator_notices.h"

#include <utility>

#include "runtime/engines/coordinator/job_properties.h"
#include "runtime/engines/workflow/notification.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/trim.h"

namespace hpdl::rt {
namespace {

constexpr UrlToken kActionTokens[] = {{"actionId", 0}, {"status", 1}};

}  // namespace

Result<void> CheckCoordinatorNotices(const Properties& properties, bool network) {
  const std::string_view url = Trimmed(PropertyOf(properties, kCoordinatorNoticeUrl));
  if (!url.empty() && !network) {
    return Error{ErrorClass::kError, "E0701",
                 std::string("property ") + kCoordinatorNoticeUrl +
                     ": the job asks for notifications, but the program of the job was built "
                     "with --no-network"};
  }
  return {};
}

CoordinatorNotices::CoordinatorNotices(const Properties& properties, std::string job_id)
    : job_id_(std::move(job_id)) {
  const std::string_view url = Trimmed(PropertyOf(properties, kCoordinatorNoticeUrl));
  if (UrlComplaint(url).empty()) {
    url_ = url;
  }
}

NotificationRow CoordinatorNotices::Of(const CoordinatorActionRow& action,
                                       std::string_view status) const {
  NotificationRow row;
  row.hook = kCoordinatorActionHook;
  row.node = std::to_string(action.number);
  row.status = status;
  row.created_ms = NowMs();
  const std::string id = job_id_ + "@" + row.node;
  const std::string_view values[] = {id, status};
  row.url = FilledUrl(url_, kActionTokens, values);
  row.target = NotificationTarget(row.url);
  return row;
}

}  // namespace hpdl::rt
