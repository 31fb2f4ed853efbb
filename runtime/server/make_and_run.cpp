// A job that is made and run by one program.
#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "runtime/base/clock.h"
#include "runtime/base/sleep.h"
#include "runtime/server/program_refusal.h"
#include "runtime/server/served_jobs.h"

namespace hpdl::rt {
namespace {

/// How long a job may wait for a place of its program, and for its program to begin with it.
constexpr std::chrono::milliseconds kTurn{50}, kMost{120'000};
/// What it may take from then on to the first event of a job whose journal is there.
constexpr std::chrono::milliseconds kPatience{2'000};
constexpr std::chrono::milliseconds kMostPause{50};

/// Whether a text has the line.
bool HasLine(std::string_view text, std::string_view line) {
  for (std::size_t at = 0; (at = text.find(line, at)) != std::string_view::npos; ++at) {
    const std::size_t end = at + line.size();
    if ((at == 0 || text[at - 1] == '\n') && end < text.size() && text[end] == '\n') {
      return true;
    }
  }
  return false;
}

}  // namespace

/// By one program that makes the job and runs it. False: it is to be made by itself, because there
/// is something of it, or no place for its program now, or that has refused for no known reason, as
/// one of a version that has no such option does.
Task<Result<bool>> ServedJobs::MakeAndRun(ServedJob job, bool* refused) {
  if (older_.contains(job.program) || state_.HasJob(job.id) || keeper_.IsAtWork(job.id) ||
      keeper_.IsBusy()) {
    co_return false;
  }
  struct Seen {
    std::optional<Result<ChildEnd>> end;
    bool there = false;
  };
  const auto seen = std::make_shared<Seen>();
  std::vector<std::string> arguments{"--id", job.id, "--config", kChildInput};
  ChildCommand command = keeper_.Making(job.program, "run", std::move(arguments));
  command.input = *job.properties;
  keeper_.GiveCredential(job.id, job.user, &command);
  keeper_.MakeAndRun(job, std::move(command), [seen](const Result<ChildEnd>& end, bool there) {
    seen->end = end;
    seen->there = there;
  });
  const auto begin = SteadyClock::now();
  for (std::chrono::milliseconds pause{2}; !seen->end; pause = std::min(pause * 2, kMostPause)) {
    co_await Sleep(pause);
    const auto waited = SteadyClock::now() - begin;
    if (!seen->end && keeper_.Waits(job.id)) {
      if (waited > kTurn && keeper_.Unmake(job.id)) {
        co_return false;
      }
    } else if (!seen->end && (HasLine(keeper_.OutputOf(job.id), job.id) ||  // it is RUNNING
                              (waited > kPatience && FindJob(state_, job.id)))) {
      const Result<void> made = keeper_.Made(job.id);
      co_return made ? Result<bool>(true) : Result<bool>(made.error());
    } else if (!seen->end && waited > kMost) {
      co_return Error{ErrorClass::kError, "E0606",
                      "the program of job " + job.id + " does not begin with it"};
    }
  }
  if (seen->there || !*seen->end) {
    co_return seen->there ? Result<bool>(true) : Result<bool>(seen->end->error());
  }
  const ChildEnd& end = **seen->end;
  if (HasLine(end.output, job.id)) {  // it ran, and its journal cannot be read now
    const Result<void> made = keeper_.Made(job.id);
    co_return made ? Result<bool>(true) : Result<bool>(made.error());
  }
  const Error refusal = RefusalOf(end, job.program);
  if (end.signal == 0 && refusal.code == kNoRefusalCode) {
    *refused = true;
    co_return false;
  }
  // Of a signal nobody knows how far it has come: the next server tries again.
  const Result<void> removed = end.signal == 0 ? records_.Remove(job.id) : Result<void>();
  co_return removed ? refusal : removed.error();
}

}  // namespace hpdl::rt
