#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFICATION_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFICATION_H_

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/store/journal.h"

/// Notifications (section 5 of both specifications): the transitions that cause notifications,
/// their URLs and status texts, and the state of a notification after a try to send it. notifier.h
/// sends them.
namespace hpdl::rt {

/// A name that may follow a `$` in a URL, and the index of the value that replaces it.
struct UrlToken {
  std::string_view name;
  std::uint8_t value = 0;
};
using UrlTokens = std::span<const UrlToken>;

/// Returns the reason why no notification can be sent to a URL, or "" if the URL is valid. The
/// reason does not contain parts of the URL that may be secret.
std::string UrlComplaint(std::string_view url);
/// Returns the URL with its tokens replaced by the percent-encoded values.
std::string FilledUrl(std::string_view url, UrlTokens tokens,
                      std::span<const std::string_view> values);

/// The job properties that hold URLs of notifications. Each property has the tokens and status
/// texts of its own specification, for definitions of any dialect. Journals contain the numeric
/// values, so the values must not change.
enum class NotificationHook : std::uint8_t { kOozieJob, kOozieAction, kHwsJob, kHwsAction };
inline constexpr std::size_t kNotificationHooks = 4;  ///< the numbers from 4 on are used by other
                                                      ///< engines
/// The first hook number of notifications that are not sent by a GET request.
inline constexpr std::uint32_t kFirstOtherHook = 16;

/// Returns the property of a hook, such as oozie.wf.action.notification.url.
const char* NotificationProperty(NotificationHook hook);
bool IsNotificationProperty(std::string_view name);

/// Returns a warning for each invalid URL in a property of Oozie, and for a proxy that is not taken
/// as it is written (notification_proxy.h). As in Oozie, the job runs, but no notification is sent
/// to an invalid URL.
std::vector<std::string> NotificationWarnings(const Properties& properties);

/// For the properties of HWS, returns an error for an invalid URL, and for a token in the URL that
/// this property does not allow. If `network` is false (a program without network), returns an
/// error for every URL. Error messages name the property and never contain the URL.
Result<void> CheckNotifications(const Properties& properties, bool network);

/// True for the text of a number from 1 to 65535.
bool IsPort(std::string_view text);

/// Returns scheme, host and port of a URL, without user and password.
std::string NotificationTarget(std::string_view url);

/// Returns the status text of a hook for a job in this state, or "" if the state has no
/// notification.
std::string NotificationWord(NotificationHook hook, JobState state);
/// Returns the status text of a hook for a node that has just entered the state of its row. Returns
/// "" if the state has no notification. For HWS, only actions and decisions have notifications.
std::string NotificationWord(NotificationHook hook, const NodeRow& row);

/// The result of a try to send a notification.
struct TryResult {
  std::string error;      ///< the reason of the failure; "" if the notification was delivered
  bool for_good = false;  ///< true if all further tries would fail too
};

/// Returns the state of a notification after a try. `tries` is the number of tries in this process,
/// including this try.
NotificationState AfterTry(const TryResult& result, std::int64_t tries, std::int64_t retries_max);
bool MayFollow(NotificationState from, NotificationState to);

/// Holds the URLs for notifications of one run of a job, and makes the notifications for these
/// URLs. The object is empty if the job has no URLs.
class JobNotices {
 public:
  JobNotices() = default;
  /// `parent` is the id of the parent job, or "". Ignores URLs for which CheckNotifications()
  /// returns an error, and Oozie's URL of jobs if the job is a sub-workflow job.
  JobNotices(const Properties& properties, std::string parent);

  bool empty() const { return templates_.empty(); }
  /// Returns the rows of notifications, without ids, for a job or node that has just entered the
  /// state in its row. The rows must be put into the journal before the commit of the state.
  std::vector<NotificationRow> Of(const JobRow& job) const;
  std::vector<NotificationRow> Of(const JobRow& job, const NodeRow& node) const;

 private:
  NotificationRow Row(NotificationHook hook, const std::string& url, const JobRow& job,
                      std::string_view node, std::string status) const;

  std::map<NotificationHook, std::string> templates_;
  std::string parent_;
};

/// Makes notifications for the jobs of a journal while no engine runs the jobs.
class JournalNotices {
 public:
  explicit JournalNotices(Journal& journal) : journal_(journal) {}
  /// Returns the rows of notifications for a node that has entered its state, or for the job if
  /// `node` is null.
  std::vector<NotificationRow> Of(const JobRow& job, const NodeRow* node);
  /// Puts the rows into the journal. An error of the journal makes the commit fail too.
  void Put(const JobRow& job, const NodeRow* node);

 private:
  Journal& journal_;
  std::map<std::int64_t, JobNotices> jobs_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFICATION_H_
