#include "runtime/ground/value/eval.h"
#include "runtime/store/journal.h"
#include "runtime/store/records.h"

namespace hpdl::rt {

namespace {

/// The number of a state is this constant times the number of the job type, plus the state's
/// position in the type.
constexpr int kFirstOfType = 16;
constexpr int kCoordinatorStates = static_cast<int>(CoordinatorState::kIgnored) + 1;

}  // namespace

JobType TypeOf(JobState state) {
  return static_cast<JobType>(static_cast<int>(state) / kFirstOfType);
}

char LetterOf(JobType type) {
  return "WCB"[static_cast<std::size_t>(type)];
}

JobState JobStateOf(JobType type, CoordinatorState state) {
  return static_cast<JobState>(static_cast<int>(type) * kFirstOfType + static_cast<int>(state));
}

std::optional<CoordinatorState> CoordinatorStateOf(JobState state) {
  return TypeOf(state) == JobType::kWorkflow
             ? std::nullopt
             : std::optional(static_cast<CoordinatorState>(static_cast<int>(state) % kFirstOfType));
}

bool IsKnown(JobState state) {
  return state <= JobState::kFailed ||
         (TypeOf(state) != JobType::kWorkflow && TypeOf(state) <= JobType::kBundle &&
          static_cast<int>(state) % kFirstOfType < kCoordinatorStates);
}

std::vector<JobState> StatesOf(JobType type) {
  std::vector<JobState> states;
  for (int i = 0; i < kFirstOfType; ++i) {
    const auto state = static_cast<JobState>(static_cast<int>(type) * kFirstOfType + i);
    if (IsKnown(state)) {
      states.push_back(state);
    }
  }
  return states;
}

bool IsLive(JobState state) {
  return TypeOf(state) == JobType::kWorkflow ? state == JobState::kRunning : !IsEnd(state);
}

bool IsEnd(JobState state) {
  if (const std::optional<CoordinatorState> of_coordinator = CoordinatorStateOf(state)) {
    return IsFinished(*of_coordinator);
  }
  return state == JobState::kSucceeded || state == JobState::kKilled || state == JobState::kFailed;
}

bool IsEnd(NodeState state) {
  switch (state) {
    case NodeState::kOk:
    case NodeState::kError:
    case NodeState::kKilled:
    case NodeState::kFailed:
      return true;
    default:
      return false;
  }
}

std::string_view StateName(JobState state, std::uint32_t dialect) {
  if (const std::optional<CoordinatorState> of_coordinator = CoordinatorStateOf(state)) {
    return WordOf(*of_coordinator);
  }
  switch (state) {
    case JobState::kPrep:
      return dialect == HPDL_DIALECT_HWS ? "CREATED" : "PREP";
    case JobState::kRunning:
      return "RUNNING";
    case JobState::kSuspended:
      return "SUSPENDED";
    case JobState::kSucceeded:
      return "SUCCEEDED";
    case JobState::kKilled:
      return "KILLED";
    case JobState::kFailed:
      return "FAILED";
  }
  return "UNKNOWN";
}

std::string_view StateName(NodeState state, std::uint32_t) {
  switch (state) {
    case NodeState::kPrep:
      return "PREP";
    case NodeState::kRunning:
      return "RUNNING";
    case NodeState::kOk:
      return "OK";
    case NodeState::kError:
      return "ERROR";
    case NodeState::kKilled:
      return "KILLED";
    case NodeState::kFailed:
      return "FAILED";
    case NodeState::kStartRetry:
      return "START_RETRY";
    case NodeState::kStartManual:
      return "START_MANUAL";
    case NodeState::kEndRetry:
      return "END_RETRY";
    case NodeState::kEndManual:
      return "END_MANUAL";
    case NodeState::kUserRetry:
      return "USER_RETRY";
  }
  return "UNKNOWN";
}

CommitOutcome OutcomeOf(const Result<void>& commit) {
  if (commit) {
    return CommitOutcome::kDurable;
  }
  if (commit.error().code == kFenced) {
    return CommitOutcome::kFenced;
  }
  return commit.error().error_class == ErrorClass::kCorruptStore ? CommitOutcome::kLostHistory
                                                                 : CommitOutcome::kUnavailable;
}

}  // namespace hpdl::rt
