#ifndef HPDL_RUNTIME_RULES_SLA_SLA_STATES_H_
#define HPDL_RUNTIME_RULES_SLA_SLA_STATES_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/// Decides which parts of a job's SLA are met and which are missed, like Oozie's SLA calculator.
/// The functions are pure: the caller passes the facts and the time, and stores the state. Times
/// are in UTC, in milliseconds since 1970.
namespace hpdl::rt {

/// Journals store the numbers of SlaStatus and SlaEvent, so the numbers must not change.
enum class SlaStatus : std::uint8_t { kNotStarted, kInProcess, kMet, kMiss };
enum class SlaEvent : std::uint8_t {
  kStartMet,
  kStartMiss,
  kDurationMet,
  kDurationMiss,
  kEndMet,
  kEndMiss,
};
inline constexpr std::size_t kSlaEvents = 6;

/// Returns Oozie's name, such as `NOT_STARTED` or `START_MISS`.
std::string_view WordOf(SlaStatus status);
std::string_view WordOf(SlaEvent event);
/// Returns the event with this name in upper or lower case; nullopt if there is no such event.
std::optional<SlaEvent> SlaEventOf(std::string_view word);

/// The times that a job must keep to meet its SLA.
struct SlaExpectation {
  std::optional<std::int64_t> start_ms;  ///< nullopt if the job may start at any time
  std::int64_t end_ms = 0;
  std::optional<std::int64_t> duration_ms;  ///< nullopt if the job may take any time
};

/// The facts about the job that are known at the time of the call.
struct SlaFacts {
  std::optional<std::int64_t> started_ms;
  std::optional<std::int64_t> ended_ms;
  bool succeeded = false;  ///< only valid after the job has ended
};

/// The state of a job's SLA. The start, the duration and the end are each reported once, as met or
/// as missed.
struct SlaState {
  SlaStatus status = SlaStatus::kNotStarted;
  bool start_judged = false, duration_judged = false, end_judged = false;
  /// True if the job has ended and the state will not change any more.
  bool closed = false;
  /// The start and end of the job as known at the last call of DeriveSlaEvents().
  std::optional<std::int64_t> started_ms, ended_ms;

  bool operator==(const SlaState&) const = default;
};

/// Updates the state and returns the new events in the order of start, duration, end. An event that
/// is not reported within `latency_ms` after its expected time is missed, even if it happened in
/// time.
std::vector<SlaEvent> DeriveSlaEvents(const SlaExpectation& expected, const SlaFacts& facts,
                                      std::int64_t now_ms, std::int64_t latency_ms,
                                      SlaState* state);

/// Returns the time at which the next event occurs if the facts do not change. Returns nullopt if
/// there is no such event.
std::optional<std::int64_t> NextJudgement(const SlaExpectation& expected, const SlaState& state,
                                          std::int64_t latency_ms);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_SLA_SLA_STATES_H_
