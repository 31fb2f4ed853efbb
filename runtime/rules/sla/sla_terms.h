#ifndef HPDL_RUNTIME_RULES_SLA_SLA_TERMS_H_
#define HPDL_RUNTIME_RULES_SLA_SLA_TERMS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/sla/sla_states.h"

/// The terms of an SLA. They are read from an element of sla:0.2 and changed by the value of
/// `sla-change`.
namespace hpdl::rt {

/// The texts of an SLA element after its expressions were evaluated.
struct SlaTexts {
  std::string nominal_time;                               ///< a time like 2009-02-01T11:00Z
  std::optional<std::string> should_start, max_duration;  ///< minutes
  std::string should_end;                                 ///< minutes
  std::string alert_events;                               ///< separated by commas
  std::string alert_contact, notification_msg, upstream_apps;
};

struct SlaTerms {
  std::int64_t nominal_ms = 0;
  SlaExpectation expected;
  std::uint8_t alert_events = 0;  ///< a bit for each SlaEvent that causes an alert
  std::string alert_contact;      ///< addresses separated by commas; empty if there is no address
  std::string notification_msg, upstream_apps;
};

/// Returns the bit of an event in SlaTerms::alert_events.
constexpr std::uint8_t BitOf(SlaEvent event) {
  return static_cast<std::uint8_t>(1U << static_cast<unsigned>(event));
}

/// Reads the terms of an SLA. Minutes are multiplied as in Oozie, with 32-bit floating point
/// numbers. Without max-duration the duration is the time from start to end, if both are given. An
/// unknown alert event or an empty list of alert events means END_MISS. Fails with E0302 for a
/// malformed time or number and for a number below 0.
Result<SlaTerms> ReadSlaTerms(const SlaTexts& texts);

/// Changes terms by `sla-should-end=..;sla-nominal-time=..`, the value of `sla-change`. The
/// expected times move with the nominal time. A number of minutes may be written as `${2 * HOURS}`,
/// also with MINUTES and DAYS. Fails with E1027 for an invalid change, and with E1015 for a pair
/// without `=`. If it fails, the terms do not change.
Result<void> ChangeSlaTerms(std::string_view text, SlaTerms* terms);
/// Returns one change with the effect of `before` followed by `after`. Returns the same errors as
/// ChangeSlaTerms(). `before` may be "", which changes nothing.
Result<std::string> JoinedSlaChanges(std::string_view before, std::string_view after);
/// Checks the text of a change. Returns the same errors as ChangeSlaTerms().
Result<void> CheckSlaChange(std::string_view text);

/// The job's rules about the actions for which no alerts are sent. They are properties of the job
/// (docs/sla.md).
struct SlaAlertRules {
  std::string disabled;      ///< oozie.sla.disable.alerts
  std::string enabled;       ///< oozie.sla.enable.alerts
  std::string coordinators;  ///< oozie.sla.disable.alerts.coord
  /// Actions with an older nominal time send no alerts. 0 means that there is no limit.
  std::int64_t older_than_hours = 48;
};
/// The action of a coordinator to which the rules are applied.
struct SlaAlertSubject {
  std::int64_t number = 0;
  std::int64_t nominal_ms = 0;
  std::string_view coordinator_id, coordinator_name;
};
/// True if an alert is sent when the action misses its SLA. Returns the same errors as
/// ReadActionNumbers() and ReadActionDates().
Result<bool> HasAlerts(const SlaAlertRules& rules, const SlaAlertSubject& subject,
                       std::int64_t now_ms);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_SLA_SLA_TERMS_H_
