#include "runtime/server/jobs/program_commands.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/server/jobs/program_answer.h"
#include "runtime/server/jobs/program_refusal.h"
#include "runtime/server/jobs/verb_error.h"

namespace hpdl::rt {
namespace {

constexpr std::chrono::milliseconds kCommandTime{120'000};
constexpr std::chrono::milliseconds kHandOver{10'000};
constexpr std::chrono::milliseconds kMostStatePause{50};
/// The engine of a job may refuse a command because of a new state that it has not committed yet.
/// kCommitPatience: the longest time that this commit may take after the refusal.
constexpr std::chrono::milliseconds kCommitPatience{2'000}, kCommitPause{5};

}  // namespace

ProgramCommands::ProgramCommands(StateDirectory& state, ServerRecords& records, Children& children,
                                 std::shared_ptr<WorkLine> line, JobKeeper& keeper)
    : state_(state),
      records_(records),
      children_(children),
      line_(std::move(line)),
      keeper_(keeper) {}

Task<Result<ChildEnd>> ProgramCommands::Run(WorkItem item, ChildCommand command) {
  command.limits.time = kCommandTime;
  const WorkLine::Place turn = co_await WorkLine::Enter(line_, std::move(item));
  co_return co_await children_.Run(std::move(command));
}

Task<Result<void>> ProgramCommands::Tell(FoundJob found, std::string_view verb,
                                         std::string_view option) {
  const std::string& program = found.facts.program_path;
  ChildCommand command = keeper_.Asking(found, verb);
  if (!option.empty()) {
    command.argv.emplace_back(option);
  }
  WorkItem item{found.root.user, std::string(verb), found.job.id};
  const Result<ChildEnd> end = co_await Run(std::move(item), std::move(command));
  HPDL_CO_TRY(end);
  keeper_.Look(found.root.id);
  co_return end->code == 0 ? Result<void>() : RefusalOf(*end, program);
}

Task<Result<void>> ProgramCommands::TellToGoOn(FoundJob found) {
  const Result<void> wanted = records_.SetWanted(found.root.id, true);
  if (!wanted) {
    co_return wanted;
  }
  keeper_.Watch(found.root.id);
  co_return co_await Tell(std::move(found), "resume", "--ask");
}

Task<Result<void>> ProgramCommands::TellInto(FoundJob found, std::string_view verb,
                                             JobState state) {
  const std::string id = found.job.id;
  const JobState before = found.job.state;
  const Result<void> told = co_await Tell(std::move(found), verb);
  if (told) {
    co_return told;
  }
  const auto until = SteadyClock::now() + kCommitPatience;
  while (true) {
    const Result<FoundJob> now = FindJob(state_, id);
    if (now && now->job.state == state) {
      co_return Result<void>();
    }
    if ((now && now->job.state != before) || SteadyClock::now() > until) {
      co_return told;
    }
    co_await Sleep(kCommitPause);
  }
}

Task<Result<std::string>> ProgramCommands::AskFor(FoundJob found, std::string_view verb,
                                                  ChildCommand command) {
  const std::string program = command.argv.front();
  command.most_output = kMostAnswer;
  WorkItem item{found.root.user, std::string(verb), found.job.id};
  const Result<ChildEnd> end = co_await Run(std::move(item), std::move(command));
  HPDL_CO_TRY(end);
  const Result<void> followed = Follow(found.root.id);
  if (end->code != 0) {
    co_return RefusalOf(*end, program);
  }
  co_return followed ? AnswerOf(*end, program) : Result<std::string>(followed.error());
}

Result<void> ProgramCommands::Follow(const std::string& root_id) {
  const Result<FoundJob> found = FindJob(state_, root_id);
  HPDL_TRY(found);
  if (IsLive(found->root.state) && !keeper_.IsWanted(root_id)) {
    HPDL_TRY(records_.SetWanted(root_id, true));
    keeper_.Watch(root_id);
  }
  keeper_.Look(root_id);
  return {};
}

Task<Result<void>> ProgramCommands::AwaitEnd(std::string root_id) {
  const auto begin = SteadyClock::now();
  while (keeper_.IsAtWork(root_id)) {
    if (SteadyClock::now() - begin > kHandOver) {
      co_return VerbError("E0606", "the program of job " + root_id + " is still busy");
    }
    co_await Sleep(std::chrono::milliseconds{5});
  }
  co_return Result<void>();
}

Task<Result<void>> ProgramCommands::AwaitLeft(std::string id, JobState state) {
  constexpr std::chrono::milliseconds kPatience{2000};
  const auto begin = SteadyClock::now();
  for (std::chrono::milliseconds pause{2}; SteadyClock::now() - begin < kPatience;
       pause = std::min(pause * 2, kMostStatePause)) {
    co_await Sleep(pause);
    const Result<FoundJob> found = FindJob(state_, id);
    if (!found || found->job.state != state) {
      co_return found ? Result<void>() : Result<void>(found.error());
    }
  }
  co_return Result<void>();
}

}  // namespace hpdl::rt
