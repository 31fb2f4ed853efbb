#include "runtime/store/journal.h"
#include "runtime/store/records.h"
#include "runtime/value/eval.h"

namespace hpdl::rt {

bool IsEnd(JobState state) {
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
