#include <unistd.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>

#include "runtime/engines/workflow/answers.h"
#include "runtime/engines/workflow/awaited_request.h"
#include "runtime/engines/workflow/crashed_job.h"
#include "runtime/engines/workflow/engine.h"
#include "runtime/engines/workflow/job_end.h"
#include "runtime/engines/workflow/job_rows.h"
#include "runtime/engines/workflow/messages.h"
#include "runtime/engines/workflow/notification.h"
#include "runtime/engines/workflow/reaper.h"
#include "runtime/engines/workflow/request_rules.h"
#include "runtime/ground/base/clock.h"
#include "runtime/store/lease.h"
#include "runtime/store/mailbox.h"

/// Requests from another process. A request is posted to the engine that has the job's lease. If no
/// engine has the lease, this process carries out the request itself: it changes the journal.
namespace hpdl::rt {
namespace {

constexpr auto kPoll = std::chrono::milliseconds(20);
constexpr auto kPatience = std::chrono::seconds(30);

/// An open journal, and the job to which a request is made.
struct Asked {
  OpenedJournal opened;
  JobRow job;
  Journal& journal() const { return *opened.journal; }
};

Result<Asked> OpenAsked(StateDirectory& state, const std::string& root, const std::string& id,
                        bool read_only) {
  Result<OpenedJournal> opened = OpenJournal(state, root, read_only);
  HPDL_TRY(opened);
  const JobRow* job = FindRow(opened->jobs, id);
  if (job == nullptr) {
    return NoSuchJob(id);
  }
  JobRow row = *job;
  return Asked{std::move(*opened), std::move(row)};
}

/// One kind of request. `refuse` checks the job's state, and `act` carries out the request without
/// an engine.
struct Procedure {
  Request request;
  std::function<Result<void>(const Asked&)> refuse;
  std::function<Result<void>(const Asked&)> act;
};

Result<void> ActAlone(StateDirectory& state, const std::string& root, const Procedure& procedure) {
  const Result<Asked> asked = OpenAsked(state, root, procedure.request.job, false);
  HPDL_TRY(asked);
  HPDL_TRY(procedure.refuse(*asked));
  HPDL_TRY(procedure.act(*asked));
  return asked->journal().Commit();
}

/// Completes a request that was posted to an engine that has ended. If the engine has answered the
/// request, in the mailbox or in the journal, returns that answer. Otherwise withdraws the request
/// and carries it out in this process. The caller has the job's lease.
Result<void> ActAfter(StateDirectory& state, const std::string& root, const Procedure& procedure,
                      AwaitedRequest& posted) {
  if (!posted.Withdraw()) {
    if (const std::optional<Result<void>> answer = posted.Answer()) {
      return *answer;
    }
  }
  const Result<Asked> asked = OpenAsked(state, root, procedure.request.job, true);
  HPDL_TRY(asked);
  const Result<std::vector<AnswerRow>> answers = asked->journal().Answers();
  HPDL_TRY(answers);
  for (const AnswerRow& row : *answers) {
    if (row.message == posted.id()) {
      return AnswerOf(row);
    }
  }
  return ActAlone(state, root, procedure);
}

Result<void> Ask(StateDirectory& state, const std::string& root, Procedure procedure) {
  {
    const Result<Asked> asked = OpenAsked(state, root, procedure.request.job, true);
    HPDL_TRY(asked);
    HPDL_TRY(procedure.refuse(*asked));
    procedure.request.run = asked->opened.root().run;
  }
  const std::unique_ptr<Mailbox> mailbox = state.OpenMailbox(root);
  std::unique_ptr<AwaitedRequest> posted;
  while (true) {
    const Result<std::unique_ptr<Lease>> lease = state.TakeLease(root);
    if (lease && posted == nullptr) {
      return ActAlone(state, root, procedure);
    }
    if (lease) {
      // From here on, a signal ends this process. The code below does not check for signals.
      posted->LetSignalsEnd();
      return ActAfter(state, root, procedure, *posted);
    }
    if (lease.error().code != "E0719") {
      return lease.error();
    }
    if (posted == nullptr) {
      Result<std::unique_ptr<AwaitedRequest>> post =
          AwaitedRequest::Post(*mailbox, procedure.request.ToText(), root, "request");
      HPDL_TRY(post);
      posted = std::move(*post);
    }
    std::this_thread::sleep_for(kPoll);
    if (const std::optional<Result<void>> answer = posted->Answer()) {
      return *answer;
    }
    if (const std::optional<Error> given_up = posted->GiveUp(kPatience)) {
      return *given_up;
    }
  }
}

/// Calls `changes` with the row of a job and with each row of the jobs below it. Puts the rows for
/// which `changes` returns true into the journal.
Result<void> ChangeFamily(const Asked& asked, const std::function<bool(JobRow*)>& changes) {
  const std::set<std::int64_t> family = FamilyOf(asked.opened.jobs, asked.job.number);
  JournalNotices notices(asked.journal());
  for (JobRow row : asked.opened.jobs) {
    if (family.contains(row.number) && changes(&row)) {
      row.modified_ms = NowMs();
      row.parked.reset();
      notices.Put(row, nullptr);
      HPDL_TRY(asked.journal().PutJob(row));
    }
  }
  return {};
}

Result<void> SuspendFamily(const Asked& asked, const std::string& why) {
  const JobRow& job = asked.job;
  return ChangeFamily(asked, [&](JobRow* row) {
    if (!MaySuspend(*row)) {
      return false;
    }
    row->state = JobState::kSuspended;
    row->suspended_by = row->number == job.number && job.number != 0 ? kThisJobAlone : why;
    return true;
  });
}

Result<void> SuspendAlone(const Asked& asked) {
  return SuspendFamily(asked, "user");
}

/// Resumes a sub-workflow job in the journal. The engine that `resume` starts then resumes the root
/// job.
Result<void> ResumeAlone(const Asked& asked) {
  return ChangeFamily(asked, [&](JobRow* row) {
    const bool held = row->number != asked.job.number && IsHeldAlone(*row);
    if (row->state != JobState::kSuspended || EndingOf(*row) || held) {
      return false;
    }
    row->state = JobState::kRunning;
    row->suspended_by.clear();
    return true;
  });
}

/// First records durably that the job is ending. Then kills the child processes that an ended
/// engine has left running, and ends the job. The child processes are killed through their keeper,
/// the process that started them, which outlives the engine.
Result<void> KillAlone(const Asked& asked, const std::string& job_path) {
  Journal& journal = asked.journal();
  JobRow job = asked.job;
  Result<JobFacts> facts = journal.Facts();
  HPDL_TRY(facts);
  const JobEnd end = JobEnd::Killed();
  MarkEnding(end, &job);
  HPDL_TRY(journal.PutJob(job));
  HPDL_TRY(journal.Commit());
  boost::asio::io_context io(1);
  std::unique_ptr<Processes> processes;
  // A job without --local may also have child processes (see MayStartProcesses() in loop.cpp). If
  // it has any, their keeper has written the file attempts/status.
  const bool kept = facts->local || access((job_path + "/attempts/status").c_str(), F_OK) == 0;
  if (kept && job.state != JobState::kPrep) {
    Result<std::unique_ptr<Processes>> started = Processes::Start(io, job_path, 1);
    HPDL_TRY(started);
    processes = std::move(*started);
  }
  bool over = false;
  JournalNotices notices(journal);
  const auto put = [&](const JobRow& row, const NodeRow* node) {
    notices.Put(row, node);
    // The result is not checked here. If the journal has an error, the later commit fails too, and
    // the result of the commit is checked.
    (void)(node != nullptr ? journal.PutNode(*node) : journal.PutJob(row));
  };
  ReapChildren(journal, processes.get(), job.number, put, [&] {
    over = true;
    io.stop();
  });
  while (!over && io.run_one_for(kPatience) != 0) {
  }
  if (!over) {
    return Error{ErrorClass::kError, "E0606", "local processes of the job could not be killed"};
  }
  PutAtEnd(end, &job);
  notices.Put(job, nullptr);
  return journal.PutJob(job);
}

bool FindNode(const Asked& asked, const std::string& node, NodeRow* found) {
  Result<std::vector<NodeRow>> rows = asked.journal().Nodes(asked.job.number, asked.job.run);
  for (NodeRow& row : rows ? *rows : std::vector<NodeRow>()) {
    if (row.node == node) {
      *found = std::move(row);
      return true;
    }
  }
  return false;
}

/// Makes the node ready for a new try. No engine runs the job, so the next `resume` makes the try.
Result<void> RetryAlone(const Asked& asked, const std::string& node) {
  NodeRow row;
  if (!FindNode(asked, node, &row)) {
    return {};
  }
  if (row.state == NodeState::kStartManual) {
    row.state = NodeState::kStartRetry;
  } else if (row.state == NodeState::kEndManual) {
    row.state = NodeState::kEndRetry;
  }
  row.error_code.clear();  // `resume` waits before a retry only if the row has an error
  row.error_message.clear();
  row.error_class.reset();
  return asked.journal().PutNode(row);
}

}  // namespace

Result<void> RequestSuspend(StateDirectory& state, const std::string& id) {
  const Result<std::string> root = state.FindRoot(id);
  HPDL_TRY(root);
  Procedure procedure;
  procedure.request = {Request::Type::kSuspend, id};
  procedure.refuse = [](const Asked& asked) { return MaySuspend(asked.job); };
  procedure.act = &SuspendAlone;
  return Ask(state, *root, std::move(procedure));
}

namespace {

/// Suspends a coordinator or a bundle until it is resumed.
Result<void> HoldCoordinator(const Asked& asked, const std::string& why) {
  JobRow row = asked.job;
  const JobType type = TypeOf(row.state);
  if (const auto held = StateAfter(*CoordinatorStateOf(row.state), CoordinatorEvent::kSuspend)) {
    row.state = JobStateOf(type, *held);
  }
  row.suspended_by = why;
  row.modified_ms = NowMs();
  if (type == JobType::kBundle) {
    CoordinatorRecords& records = asked.journal().coordinator();
    Result<std::optional<BundleRow>> bundle = records.Bundle();
    HPDL_TRY(bundle);
    if (*bundle) {
      (*bundle)->suspended_ms = row.modified_ms;
      HPDL_TRY(records.Put(**bundle));
    }
  }
  return asked.journal().PutJob(row);
}

}  // namespace

Result<void> SuspendCrashed(StateDirectory& state, const std::string& id, const std::string& why) {
  const Result<std::string> root = state.FindRoot(id);
  HPDL_TRY(root);
  const Result<std::unique_ptr<Lease>> lease = state.TakeLease(*root);
  HPDL_TRY(lease);
  Procedure procedure;
  procedure.request = {Request::Type::kSuspend, id};
  procedure.refuse = [](const Asked& asked) {
    return TypeOf(asked.job.state) == JobType::kWorkflow ? MaySuspend(asked.job) : Result<void>();
  };
  procedure.act = [&why](const Asked& asked) {
    return TypeOf(asked.job.state) == JobType::kWorkflow ? SuspendFamily(asked, why)
                                                         : HoldCoordinator(asked, why);
  };
  return ActAlone(state, *root, procedure);
}

Result<bool> RequestResume(StateDirectory& state, const std::string& id, bool only_asks) {
  const Result<std::string> root = state.FindRoot(id);
  HPDL_TRY(root);
  bool alone = false;
  Procedure procedure;
  procedure.request = {Request::Type::kResume, id};
  procedure.refuse = [](const Asked& asked) { return MayResume(asked.opened.jobs, asked.job); };
  procedure.act = [&alone, only_asks](const Asked& asked) {
    alone = true;
    return only_asks || asked.job.number == 0 ? Result<void>() : ResumeAlone(asked);
  };
  HPDL_TRY(Ask(state, *root, std::move(procedure)));
  return !alone;
}

Result<void> RequestKill(StateDirectory& state, const std::string& id) {
  const Result<std::string> root = state.FindRoot(id);
  HPDL_TRY(root);
  Procedure procedure;
  procedure.request = {Request::Type::kKill, id};
  procedure.refuse = [](const Asked& asked) { return MayKill(asked.job); };
  procedure.act = [job_path = state.work().OfJob(*root)](const Asked& asked) {
    return KillAlone(asked, job_path);
  };
  return Ask(state, *root, std::move(procedure));
}

Result<void> RequestRetry(StateDirectory& state, const std::string& id, const std::string& node) {
  const Result<std::string> root = state.FindRoot(id);
  HPDL_TRY(root);
  Procedure procedure;
  procedure.request = {Request::Type::kRetry, id, 0, node};
  procedure.refuse = [=](const Asked& asked) {
    NodeRow row;
    return MayRetry(asked.job, node, FindNode(asked, node, &row) ? &row : nullptr);
  };
  procedure.act = [=](const Asked& asked) { return RetryAlone(asked, node); };
  return Ask(state, *root, std::move(procedure));
}

Result<void> PostCallback(StateDirectory& state, const CallbackMessage& message) {
  const Result<std::string> root = state.FindRoot(message.job);
  HPDL_TRY(root);
  const Result<std::unique_ptr<PostedMessage>> posted =
      state.OpenMailbox(*root)->Post(message.ToText());
  return posted ? Result<void>() : Result<void>(posted.error());
}

}  // namespace hpdl::rt
