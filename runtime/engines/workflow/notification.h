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

/// Which transitions have notifications, to which URLs, in which words (section 5 of both
/// specifications), and what follows a try to send one. notifier.h sends them.
namespace hpdl::rt {

/// A word that may follow a `$` in a URL, and which one of the values it stands for.
struct UrlToken {
  std::string_view name;
  std::uint8_t value = 0;
};
using UrlTokens = std::span<const UrlToken>;

/// What is wrong with a URL that has these tokens, without showing what may be secret in it; "" if
/// nothing is.
std::string UrlComplaint(UrlTokens tokens, std::string_view url);
/// The URL with the values, percent-encoded, in the places of its tokens.
std::string FilledUrl(std::string_view url, UrlTokens tokens,
                      std::span<const std::string_view> values);

/// The properties of workflows that name URLs. Each has the tokens and words of its own
/// specification, whatever dialect the definition is in. The numbers are in journals.
enum class NotificationHook : std::uint8_t { kOozieJob, kOozieAction, kHwsJob, kHwsAction };
inline constexpr std::size_t kNotificationHooks = 4;  ///< others have the numbers from here on
/// From here on they are of notifications that are no GET of their URLs.
inline constexpr std::uint32_t kFirstOtherHook = 16;

/// The property of a hook, e.g. oozie.wf.action.notification.url.
const char* NotificationProperty(NotificationHook hook);
bool IsNotificationProperty(std::string_view name);

/// Refuses what is no proxy (notification_proxy.h) or no URL of http or https, and URLs with tokens
/// that the property does not have. Without `network` in the program it refuses each of them.
/// Messages name the property and never show the URL.
Result<void> CheckNotifications(const Properties& properties, bool network);

/// True for the text of a number from 1 to 65535.
bool IsPort(std::string_view text);

/// Scheme, host and port of a URL, without user and password.
std::string NotificationTarget(std::string_view url);

/// The word of a hook for a job in this state; "": no notification.
std::string NotificationWord(NotificationHook hook, JobState state);
/// The word of a hook for a node that has just come to the state of its row; "": no notification.
/// Only actions and decisions have them.
std::string NotificationWord(NotificationHook hook, const NodeRow& row);

/// What has come of a try to send a notification.
struct TryResult {
  std::string error;      ///< what went wrong; "": it is delivered
  bool for_good = false;  ///< no other try can help
};

/// The state machine of a notification: what follows a try. `tries` counts those of this process,
/// this one too.
NotificationState AfterTry(const TryResult& result, std::int64_t tries, std::int64_t retries_max);
bool MayFollow(NotificationState from, NotificationState to);

/// The URLs of one run of a job, and the notifications for them. Empty if the job has none.
class JobNotices {
 public:
  JobNotices() = default;
  /// `parent` is the id of the parent job, or "". URLs that CheckNotifications() refuses are passed
  /// over.
  JobNotices(const Properties& properties, std::string parent);

  bool empty() const { return templates_.empty(); }
  /// Rows without ids for a job that has come to its state, to be put before the commit of it.
  std::vector<NotificationRow> Of(const JobRow& job) const;
  std::vector<NotificationRow> Of(const JobRow& job, const NodeRow& node) const;

 private:
  NotificationRow Row(NotificationHook hook, const std::string& url, const JobRow& job,
                      std::string_view node, std::string status) const;

  std::map<NotificationHook, std::string> templates_;
  std::string parent_;
};

/// The same for any job of a journal, where no engine runs it.
class JournalNotices {
 public:
  explicit JournalNotices(Journal& journal) : journal_(journal) {}
  /// `node` may be null: the job itself has come to its state.
  std::vector<NotificationRow> Of(const JobRow& job, const NodeRow* node);
  /// Puts them; what fails there fails the commit too.
  void Put(const JobRow& job, const NodeRow* node);

 private:
  Journal& journal_;
  std::map<std::int64_t, JobNotices> jobs_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFICATION_H_
