#ifndef HPDL_RUNTIME_RULES_SLA_SLA_STATES_H_
#define HPDL_RUNTIME_RULES_SLA_SLA_STATES_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/// Judges which parts of an agreement about a job (SLA) are met and which are missed, as Oozie's
/// SLA calculator does. The code is pure: its caller has the facts, the clock and the records.
/// Times are UTC milliseconds.
namespace hpdl::rt {

/// Journals store the numbers of both enumerations.
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

/// Returns Oozie's word, such as `NOT_STARTED` or `START_MISS`.
std::string_view WordOf(SlaStatus status);
std::string_view WordOf(SlaEvent event);
/// Returns the event of a word in upper or lower case; nothing if there is no such event.
std::optional<SlaEvent> SlaEventOf(std::string_view word);

/// The times that a job is expected to keep.
struct SlaExpectation {
  std::optional<std::int64_t> start_ms;  ///< nothing: it may start at any time
  std::int64_t end_ms = 0;
  std::optional<std::int64_t> duration_ms;  ///< nothing: it may take any time
};

/// The known facts about the job.
struct SlaFacts {
  std::optional<std::int64_t> started_ms;
  std::optional<std::int64_t> ended_ms;
  bool succeeded = false;  ///< only valid after the job has ended
};

/// The state of the judgement of an agreement. The start, the duration and the end are each judged
/// once.
struct SlaState {
  SlaStatus status = SlaStatus::kNotStarted;
  bool start_judged = false, duration_judged = false, end_judged = false;
  /// The job has ended, and nothing will change any more.
  bool closed = false;
  std::optional<std::int64_t> started_ms, ended_ms;  ///< times of the job at the last judgement

  bool operator==(const SlaState&) const = default;
};

/// Brings the state up to date and returns the new events in the order of start, duration, end. An
/// event that is still unknown `latency_ms` after its expected time is missed, even if a later
/// report says that it happened just in time.
std::vector<SlaEvent> DeriveSlaEvents(const SlaExpectation& expected, const SlaFacts& facts,
                                      std::int64_t now_ms, std::int64_t latency_ms,
                                      SlaState* state);

/// Returns the time of the next event that comes even if the facts stay the same; nothing: there is
/// no such event.
std::optional<std::int64_t> NextJudgement(const SlaExpectation& expected, const SlaState& state,
                                          std::int64_t latency_ms);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_SLA_SLA_STATES_H_
