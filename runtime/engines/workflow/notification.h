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

/// Notifications: the transitions that have one, their URLs and words (section 5 of both
/// specifications), and the state after a try to send one. notifier.h sends them.
namespace hpdl::rt {

/// A word that may follow a `$` in a URL, and the index of the value that replaces it.
struct UrlToken {
  std::string_view name;
  std::uint8_t value = 0;
};
using UrlTokens = std::span<const UrlToken>;

/// Returns the reason why a URL with these tokens is refused, or "". The text does not show parts
/// of the URL that may be secret.
std::string UrlComplaint(UrlTokens tokens, std::string_view url);
/// Returns the URL with its tokens replaced by the percent-encoded values.
std::string FilledUrl(std::string_view url, UrlTokens tokens,
                      std::span<const std::string_view> values);

/// The properties of workflows that name URLs. Each property has the tokens and words of its own
/// specification, whatever the dialect of the definition. The numbers are kept in journals.
enum class NotificationHook : std::uint8_t { kOozieJob, kOozieAction, kHwsJob, kHwsAction };
inline constexpr std::size_t kNotificationHooks = 4;  ///< numbers from 4 on belong to other engines
/// The first hook number of notifications that are not sent by a GET of their URL.
inline constexpr std::uint32_t kFirstOtherHook = 16;

/// Returns the property of a hook, such as oozie.wf.action.notification.url.
const char* NotificationProperty(NotificationHook hook);
bool IsNotificationProperty(std::string_view name);

/// Refuses invalid proxies (notification_proxy.h), URLs that are not of http or https, and URLs
/// with tokens that the property does not have. If `network` is false (a program without network),
/// refuses every URL. Error messages name the property and never show the URL.
Result<void> CheckNotifications(const Properties& properties, bool network);

/// True for the text of a number from 1 to 65535.
bool IsPort(std::string_view text);

/// Returns scheme, host and port of a URL, without user and password.
std::string NotificationTarget(std::string_view url);

/// Returns the word of a hook for a job in this state; "": the state has no notification.
std::string NotificationWord(NotificationHook hook, JobState state);
/// Returns the word of a hook for a node that has just come to the state of its row; "": the state
/// has no notification. Only actions and decisions have notifications.
std::string NotificationWord(NotificationHook hook, const NodeRow& row);

/// The result of a try to send a notification.
struct TryResult {
  std::string error;      ///< the reason of the failure; "": delivered
  bool for_good = false;  ///< no other try can help
};

/// The state machine of a notification: returns the state after a try. `tries` counts the tries of
/// this process, this try included.
NotificationState AfterTry(const TryResult& result, std::int64_t tries, std::int64_t retries_max);
bool MayFollow(NotificationState from, NotificationState to);

/// The URLs of one run of a job, and the notifications for them. Empty if the job has no URLs.
class JobNotices {
 public:
  JobNotices() = default;
  /// `parent` is the id of the parent job, or "". URLs that CheckNotifications() refuses are
  /// ignored.
  JobNotices(const Properties& properties, std::string parent);

  bool empty() const { return templates_.empty(); }
  /// Returns rows without ids for a job or node that has come to its state. They must be put before
  /// the commit of the state.
  std::vector<NotificationRow> Of(const JobRow& job) const;
  std::vector<NotificationRow> Of(const JobRow& job, const NodeRow& node) const;

 private:
  NotificationRow Row(NotificationHook hook, const std::string& url, const JobRow& job,
                      std::string_view node, std::string status) const;

  std::map<NotificationHook, std::string> templates_;
  std::string parent_;
};

/// Makes notifications for any job of a journal, when no engine runs the job.
class JournalNotices {
 public:
  explicit JournalNotices(Journal& journal) : journal_(journal) {}
  /// Returns the rows of a node's transition. If `node` is null, the job itself has come to its
  /// state.
  std::vector<NotificationRow> Of(const JobRow& job, const NodeRow* node);
  /// Puts the rows into the journal. An error of the journal makes the commit fail too.
  void Put(const JobRow& job, const NodeRow* node);

 private:
  Journal& journal_;
  std::map<std::int64_t, JobNotices> jobs_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFICATION_H_
