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

/// What people are told of agreements that are met or missed: by mail and by HTTP, docs/sla.md. An
/// alert is a notification in the journal; what it says is made when it is sent.
namespace hpdl::rt {

/// NotificationRow::hook of alerts. The URL of a mail is its list of addresses.
inline constexpr std::uint32_t kSlaMailHook = kFirstOtherHook;
inline constexpr std::uint32_t kSlaPostHook = kFirstOtherHook + 1;

/// The rows, without ids, of what is told of an event; to be put before the commit of it. `url`:
/// where it is posted to; "": nowhere.
std::vector<NotificationRow> AlertsOf(const SlaRow& row, SlaEvent event, const std::string& url);

/// What an alert says.
struct SlaAlert {
  SlaEvent event = SlaEvent::kEndMiss;
  SlaRow row;
  std::string user;
  std::string server_url;  ///< of the hpdld whose job it is; "": there is none
};
std::string SubjectOf(const SlaAlert& alert);
std::string BodyOf(const SlaAlert& alert);
/// Names and values are those of `/v2/sla`.
std::string JsonOf(const SlaAlert& alert);

/// Sends the alerts of one root job. All that it is made with is borrowed.
class SlaAlerts {
 public:
  /// `job`: its row. Files of messages are in `folder` while they are sent.
  SlaAlerts(Network& network, const Site& site, Journal& journal, JobRow job, std::string folder);

  /// No other try helps where an address is none, the mail server refuses the message, or the
  /// agreement is there no more.
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
