#ifndef HPDL_RUNTIME_RULES_SLA_SLA_STATES_H_
#define HPDL_RUNTIME_RULES_SLA_SLA_STATES_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/// What is met and what is missed of an agreement about a job (SLA), as Oozie's calculator has it.
/// Pure: who calls it has the facts, the clock and the records. Times are UTC milliseconds.
namespace hpdl::rt {

/// The numbers of both are in journals.
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

/// `NOT_STARTED`, `START_MISS`, as Oozie writes them.
std::string_view WordOf(SlaStatus status);
std::string_view WordOf(SlaEvent event);
/// Of such a word, in any case; nothing: there is none.
std::optional<SlaEvent> SlaEventOf(std::string_view word);

/// What a job is expected to keep.
struct SlaExpectation {
  std::optional<std::int64_t> start_ms;  ///< none: it may start at any time
  std::int64_t end_ms = 0;
  std::optional<std::int64_t> duration_ms;  ///< none: it may take any time
};

/// What is known of the job.
struct SlaFacts {
  std::optional<std::int64_t> started_ms;
  std::optional<std::int64_t> ended_ms;
  bool succeeded = false;  ///< says something once it has ended
};

/// How far an agreement has been judged. Each of start, duration and end is judged once.
struct SlaState {
  SlaStatus status = SlaStatus::kNotStarted;
  bool start_judged = false, duration_judged = false, end_judged = false;
  /// The job has ended, and nothing will change any more.
  bool closed = false;
  std::optional<std::int64_t> started_ms, ended_ms;  ///< of the job, as far as it was known

  bool operator==(const SlaState&) const = default;
};

/// Brings the state up to date and gives what has been met or missed by that, in the order of
/// start, duration, end. What has not happened `latency_ms` after it was expected is missed, even
/// if somebody says later that it had happened just in time.
std::vector<SlaEvent> Judge(const SlaExpectation& expected, const SlaFacts& facts,
                            std::int64_t now_ms, std::int64_t latency_ms, SlaState* state);

/// When the passing of time alone brings the next event; nothing: never.
std::optional<std::int64_t> NextJudgement(const SlaExpectation& expected, const SlaState& state,
                                          std::int64_t latency_ms);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_SLA_SLA_STATES_H_
