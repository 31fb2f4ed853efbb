#include "runtime/engines/coordinator/coordination.h"

#include <chrono>
#include <memory>
#include <thread>
#include <utility>

#include "runtime/engines/coordinator/coordinator_run.h"
#include "runtime/engines/coordinator/coordinator_submit.h"
#include "runtime/engines/workflow/awaited_request.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/random.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/store/lease.h"
#include "runtime/store/local/lease_to_run.h"
#include "runtime/store/mailbox.h"

namespace hpdl::rt {
namespace {

constexpr auto kPause = std::chrono::milliseconds(20);
constexpr auto kPatience = std::chrono::seconds(30);

Result<JobRow> RowOf(Journal& journal, const std::string& id) {
  Result<std::vector<JobRow>> jobs = journal.Jobs();
  HPDL_TRY(jobs);
  if (jobs->empty()) {
    return Error{ErrorClass::kError, "E0604", "Job does not exist [" + id + "]"};
  }
  return std::move(jobs->front());
}

}  // namespace

Result<JobState> ExecuteCoordinator(const hpdl_program& program, StateDirectory& state,
                                    const std::string& id, ProgressSink* sink,
                                    const EngineOptions& options) {
  const Result<std::unique_ptr<Lease>> lease = TakeLeaseToRun(state, id, options.woken);
  HPDL_TRY(lease);
  Result<std::unique_ptr<Journal>> journal = state.OpenJob(id, false);
  HPDL_TRY(journal);
  const Result<JobRow> now = RowOf(**journal, id);
  HPDL_TRY(now);
  if (options.woken && !IsLive(now->state) && !now->parked) {
    return now->state;
  }
  // `run` is declared after `lease` and so destroyed first: the journal closes before another
  // process can get the lease.
  CoordinatorRun run(program, state, std::move(*journal), id, sink, options);
  return run.Run();
}

namespace {

/// Returns the action numbers in the answer to a message, or no value if there is no answer.
Result<std::optional<std::vector<std::int64_t>>> AnswerIn(StateDirectory& state,
                                                          const std::string& id,
                                                          const std::string& message) {
  const Result<std::unique_ptr<Journal>> journal = state.OpenJob(id, true);
  HPDL_TRY(journal);
  const Result<std::vector<AnswerRow>> answers = (*journal)->Answers();
  HPDL_TRY(answers);
  for (const AnswerRow& row : *answers) {
    if (row.message != message) {
      continue;
    }
    std::vector<std::int64_t> numbers;
    for (const std::string_view word : Split(row.error_message, ',')) {
      numbers.push_back(ParseNumber(word).value_or(0));
    }
    return std::optional(std::move(numbers));
  }
  return std::optional<std::vector<std::int64_t>>();
}

}  // namespace

/// Posts a message for the process that runs the job. If there is no such process, this process
/// runs the job until the job would have to wait.
Result<std::vector<std::int64_t>> AskCoordinator(const hpdl_program& program, StateDirectory& state,
                                                 const CoordinatorRequest& request) {
  {
    const Result<std::unique_ptr<Journal>> journal = state.OpenJob(request.job, true);
    HPDL_TRY(journal);
  }
  const std::unique_ptr<Mailbox> mailbox = state.OpenMailbox(request.job);
  const Result<std::unique_ptr<AwaitedRequest>> posted =
      AwaitedRequest::Post(*mailbox, request.ToText(), request.job, "request");
  HPDL_TRY(posted);
  EngineOptions options;
  options.park_after_ms = 0;
  while (true) {
    if (const std::optional<Result<void>> answer = (*posted)->Answer()) {
      HPDL_TRY(*answer);
      break;
    }
    const Result<JobState> ran = ExecuteCoordinator(program, state, request.job, nullptr, options);
    if (!ran && ran.error().code != "E0719") {
      return ran.error();
    }
    if (ran) {
      continue;
    }
    if (const std::optional<Error> given_up = (*posted)->GiveUp(kPatience)) {
      return *given_up;
    }
    std::this_thread::sleep_for(kPause);
  }
  Result<std::optional<std::vector<std::int64_t>>> numbers =
      AnswerIn(state, request.job, (*posted)->id());
  HPDL_TRY(numbers);
  return std::move(*numbers).value_or(std::vector<std::int64_t>());
}

}  // namespace hpdl::rt
