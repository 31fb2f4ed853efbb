#ifndef HPDL_RUNTIME_ENGINES_SLA_JUDGE_SLA_ALERTS_H_
#define HPDL_RUNTIME_ENGINES_SLA_JUDGE_SLA_ALERTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/engines/workflow/notifier.h"
#include "runtime/ground/base/task.h"
#include "runtime/rules/sla/sla_states.h"
#include "runtime/store/journal.h"
#include "runtime/world/net/network.h"
#include "runtime/world/site/site.h"

/// Alerts about met and missed SLA agreements, by mail and by HTTP; see docs/sla.md. An alert is a
/// notification in the journal. The text of the alert is made when the alert is sent.
namespace hpdl::rt {

/// The values of NotificationRow::hook for alerts. In the row of a mail, the URL is the list of
/// addresses.
inline constexpr std::uint32_t kSlaMailHook = kFirstOtherHook;
inline constexpr std::uint32_t kSlaPostHook = kFirstOtherHook + 1;

/// Returns the rows of the alerts for an event, without ids. The caller puts the rows into the
/// journal in the same transaction as the event. An alert is posted to `url` unless `url` is "".
std::vector<NotificationRow> AlertsOf(const SlaRow& row, SlaEvent event, const std::string& url);

/// The content of an alert.
struct SlaAlert {
  SlaEvent event = SlaEvent::kEndMiss;
  SlaRow row;
  std::string user;
  std::string server_url;  ///< the URL of the hpdld that runs the job; "" if no hpdld runs it
};
std::string SubjectOf(const SlaAlert& alert);
std::string BodyOf(const SlaAlert& alert);
/// The alert as JSON with the names and values of `/v2/sla`.
std::string JsonOf(const SlaAlert& alert);

/// Sends the alerts of one root job. Borrows `network`, `site` and `journal`.
class SlaAlerts {
 public:
  /// `job` is the row of the root job. The files of mails are in `folder` while the mails are sent.
  SlaAlerts(Network& network, const Site& site, Journal& journal, JobRow job, std::string folder);

  /// Sends an alert. The error is final if an address is malformed, the mail server refuses the
  /// message, or the SLA agreement no longer exists.
  Task<TryResult> Send(NotificationRow row);

 private:
  Result<SlaAlert> Read(const NotificationRow& row) const;
  Task<TryResult> SendMail(SlaAlert alert, NotificationRow row);
  Task<TryResult> Post(SlaAlert alert, NotificationRow row);

  Network& network_;
  const Site& site_;
  Journal& journal_;
  const JobRow job_;
  const std::string folder_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_SLA_JUDGE_SLA_ALERTS_H_
