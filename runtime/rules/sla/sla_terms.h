#ifndef HPDL_RUNTIME_RULES_SLA_SLA_TERMS_H_
#define HPDL_RUNTIME_RULES_SLA_SLA_TERMS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/sla/sla_states.h"

/// What is agreed on, from the texts of an element of sla:0.2 and from those of `sla-change`.
namespace hpdl::rt {

/// The texts of the element, after evaluation.
struct SlaTexts {
  std::string nominal_time;                               ///< 2009-02-01T11:00Z
  std::optional<std::string> should_start, max_duration;  ///< minutes
  std::string should_end;                                 ///< likewise
  std::string alert_events;                               ///< with commas between them
  std::string alert_contact, notification_msg, upstream_apps;
};

struct SlaTerms {
  std::int64_t nominal_ms = 0;
  SlaExpectation expected;
  std::uint8_t alert_events = 0;  ///< a bit for each SlaEvent that somebody wants to hear of
  std::string alert_contact;      ///< addresses with commas between them; "": nobody
  std::string notification_msg, upstream_apps;
};

/// The bit of an event in SlaTerms::alert_events.
constexpr std::uint8_t BitOf(SlaEvent event) {
  return static_cast<std::uint8_t>(1U << static_cast<unsigned>(event));
}

/// Minutes are multiplied as Oozie does, in 32 bits of floating point. Without max-duration it is
/// what lies between start and end, if both are given. What is no alert event is END_MISS, and so
/// is none at all. E0302 for a time or a number that is none, and for one below 0.
Result<SlaTerms> ReadSlaTerms(const SlaTexts& texts);

/// Changes terms by `sla-should-end=..;sla-nominal-time=..`, the value of `sla-change`. The times
/// that are expected move with the nominal time. A number of minutes may be `${2 * HOURS}`, with
/// MINUTES and DAYS too. E1027 for a text that is none, E1015 where a pair has no `=`; then nothing
/// is changed.
Result<void> ChangeSlaTerms(std::string_view text, SlaTerms* terms);
/// One change that does what a change, and another after it, have done. Errors are those of
/// ChangeSlaTerms(). "" of `before` changes nothing.
Result<std::string> JoinedSlaChanges(std::string_view before, std::string_view after);
/// Whether it can be a change at all: E1027 if it changes no terms whatever.
Result<void> CheckSlaChange(std::string_view text);

/// What says of which actions nobody is to be alarmed: properties of the job, docs/sla.md.
struct SlaAlertRules {
  std::string disabled;                ///< oozie.sla.disable.alerts
  std::string enabled;                 ///< oozie.sla.enable.alerts
  std::string coordinators;            ///< oozie.sla.disable.alerts.coord
  std::int64_t older_than_hours = 48;  ///< 0: as old as they like
};
/// The action of a coordinator that the rules are asked about.
struct SlaAlertSubject {
  std::int64_t number = 0;
  std::int64_t nominal_ms = 0;
  std::string_view coordinator_id, coordinator_name;
};
/// Whether somebody is to be told of what is missed of it. Errors are those of ReadActionNumbers()
/// and ReadActionDates().
Result<bool> HasAlerts(const SlaAlertRules& rules, const SlaAlertSubject& subject,
                       std::int64_t now_ms);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_SLA_SLA_TERMS_H_
