#include "runtime/engines/workflow/job_end.h"

#include <string_view>

#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/base/clock.h"

namespace hpdl::rt {
namespace {

/// The text that precedes the end state in JobRow::suspended_by while a job is ending. `info` shows
/// this text if the job is suspended.
constexpr std::string_view kEnding = "its end as ";

std::string_view PlainName(JobState state) {
  return StateName(state, HPDL_DIALECT_OOZIE);
}

}  // namespace

void MarkEnding(const JobEnd& end, JobRow* row) {
  row->suspended_by.assign(kEnding).append(PlainName(end.state));
  row->error_code = end.code;
  row->error_message = end.message;
  row->parked.reset();
  row->modified_ms = NowMs();
}

std::optional<JobEnd> EndingOf(const JobRow& row) {
  const std::string_view mark = row.suspended_by;
  if (IsEnd(row.state) || !mark.starts_with(kEnding)) {
    return std::nullopt;
  }
  for (const JobState state : {JobState::kSucceeded, JobState::kKilled, JobState::kFailed}) {
    if (mark.substr(kEnding.size()) == PlainName(state)) {
      return JobEnd{state, row.error_code, row.error_message};
    }
  }
  return std::nullopt;
}

void PutAtEnd(const JobEnd& end, JobRow* row) {
  row->state = end.state;
  row->error_code = end.code;
  row->error_message = end.message;
  row->suspended_by.clear();
  row->parked.reset();
  row->ended_ms = row->modified_ms = NowMs();
}

}  // namespace hpdl::rt
