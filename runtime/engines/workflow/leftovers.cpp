#include "runtime/engines/workflow/leftovers.h"

#include <algorithm>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <utility>

#include "runtime/engines/workflow/execute.h"
#include "runtime/engines/workflow/job_rows.h"
#include "runtime/engines/workflow/job_run.h"
#include "runtime/engines/workflow/reaper.h"
#include "runtime/engines/workflow/request_rules.h"
#include "runtime/engines/workflow/transitions.h"
#include "runtime/engines/workflow/world.h"

namespace hpdl::rt {

namespace {

/// The progress text of an action begins with one of these texts if its effect is outside this
/// machine: a cluster application, a remote command or a sub-workflow of an Oozie server.
constexpr const char* kOutside[] = {"application_", "remote directory", "oozie "};

/// Returns true if job `id` or a job below it has an action that may still run outside this
/// machine.
Result<bool> HasLeftovers(StateDirectory& state, const std::string& root, const std::string& id) {
  Result<std::unique_ptr<Journal>> journal = state.OpenJob(root, true);
  HPDL_TRY(journal);
  Result<std::vector<JobRow>> jobs = (*journal)->Jobs();
  HPDL_TRY(jobs);
  const JobRow* asked = FindRow(*jobs, id);
  if (asked == nullptr) {
    return false;
  }
  const std::set<std::int64_t> family = FamilyOf(*jobs, asked->number);
  for (const JobRow& job : *jobs) {
    if (!family.contains(job.number) || IsEnd(job.state)) {
      continue;
    }
    Result<std::vector<NodeRow>> rows = (*journal)->Nodes(job.number, job.run);
    HPDL_TRY(rows);
    for (const NodeRow& row : *rows) {
      if (LivesOutside(row)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

bool LivesOutside(const NodeRow& row) {
  const bool outside =
      std::any_of(std::begin(kOutside), std::end(kOutside),
                  [&](const char* begin) { return row.progress.starts_with(begin); });
  return outside && row.sequence != 0 && !IsEnd(row.state);
}

void JobRun::StopLeft(const std::shared_ptr<StopCount>& then) {
  const hpdl_workflow& workflow = view_.workflow();
  for (std::uint32_t i = 0; i < workflow.node_count; ++i) {
    if (const NodeEntry* entry = view_.Entry(i); entry != nullptr && LivesOutside(entry->row)) {
      StopOne(i, then);
    }
  }
}

void JobRun::StopOne(std::uint32_t node, const std::shared_ptr<StopCount>& then) {
  then->Up();
  auto branch = std::make_shared<Branch>();
  branch->cancelled = true;
  boost::asio::co_spawn(
      loop_.io(), Stop(branch, node, then),
      boost::asio::bind_cancellation_slot(
          branch->cancel.slot(), [this](const std::exception_ptr& thrown) {
            if (thrown != nullptr) {
              loop_.Break({ErrorClass::kFatal, "E0607", "out of memory or an internal error"});
            }
          }));
}

Task<void> JobRun::Stop(std::shared_ptr<Branch> branch, std::uint32_t node,
                        std::shared_ptr<StopCount> then) {
  co_await boost::asio::this_coro::throw_if_cancelled(false);
  branch->cancel.emit(boost::asio::cancellation_type::terminal);
  (void)co_await Attempt(*branch, node, *view_.Entry(node), true);
  then->Down();
}

/// Stops the actions that this job and the jobs below it have left running, first in clusters, then
/// on this machine.
void JobRun::ReapAll() {
  const auto then = std::make_shared<StopCount>([this] { ReapHere(); });
  const std::set<std::int64_t> family = FamilyOf(loop_.loaded_jobs(), row_.number);
  for (const JobRow& row : loop_.loaded_jobs()) {
    if (!family.contains(row.number) || IsEnd(row.state)) {
      continue;
    }
    if (JobRun* job = loop_.FindJob(row.id)) {
      job->StopLeft(then);
    }
  }
  then->Down();
}

void JobRun::ReapHere() {
  const auto notices = std::make_shared<JournalNotices>(loop_.journal());
  const auto put = [this, notices](const JobRow& job, const NodeRow* node) {
    Transaction together(loop_);
    together.Notify(notices->Of(job, node));
    if (node != nullptr) {
      together.Put(*node);
    } else {
      together.Put(job);
    }
  };
  ReapChildren(loop_.journal(), loop_.processes(), row_.number, put, [this] {
    boost::asio::post(loop_.io(), [this] {
      loop_.Changed();
      --live_;
      loop_.Idle();
      CheckComplete();
    });
  });
}

Result<void> KillJob(const hpdl_program& program, StateDirectory& state, const std::string& id) {
  const Result<std::string> root = state.FindRoot(id);
  HPDL_TRY(root);
  const Result<bool> left = HasLeftovers(state, *root, id);
  if (left && *left) {
    ExecuteHooks hooks;
    hooks.kill_only = id;
    const Result<JobState> ended = ExecuteWith(program, state, *root, nullptr, hooks);
    const Result<OpenedJournal> after = OpenJournal(state, *root, true);
    const JobRow* job = after ? FindRow(after->jobs, id) : nullptr;
    if (ended && job != nullptr && job->state == JobState::kKilled) {
      return {};
    }
  }
  return RequestKill(state, id);
}

}  // namespace hpdl::rt
