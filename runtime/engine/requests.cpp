#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>

#include "runtime/engine/control.h"
#include "runtime/engine/engine.h"
#include "runtime/engine/job_rows.h"
#include "runtime/engine/notification.h"
#include "runtime/engine/reaper.h"
#include "runtime/engine/transitions.h"
#include "runtime/engine/world.h"

/// Requests from another terminal: handed to the engine that holds the job's lock, or, if there is
/// none, carried out on the journal here.
namespace hpdl::rt {
namespace {

constexpr auto kPoll = std::chrono::milliseconds(20);
constexpr auto kRepost = std::chrono::seconds(1);
constexpr auto kPatience = std::chrono::seconds(30);

std::string Described(const JobRow& row) {
  return "job " + row.id + " is " + std::string(StateName(row.state, row.dialect));
}

/// One kind of request: when it is right, when it has been granted, and how to do it without
/// engine.
struct Procedure {
  Request request;
  std::function<Result<void>(Store&, const JobRow& root)> refuse;
  std::function<bool(Store&, const JobRow& root)> granted;
  std::function<Result<void>(Store&, JobRow root)> act;
};

Result<void> ActAlone(StateDirectory& state, const std::string& root, const Procedure& procedure) {
  Result<OpenedJournal> journal = OpenJournal(state, root, false);
  HPDL_TRY(journal);
  HPDL_TRY(procedure.refuse(*journal->store, journal->root()));
  HPDL_TRY(procedure.act(*journal->store, journal->root()));
  HPDL_TRY(journal->store->Commit());
  Result<std::vector<JobRow>> after = journal->store->Jobs();
  if (after) {
    (void)state.UpdateIndex(root, *after);
  }
  return {};
}

/// Whether the engine has granted the request by now.
Result<bool> Granted(StateDirectory& state, const std::string& root, const Procedure& procedure) {
  Result<OpenedJournal> journal = OpenJournal(state, root, true);
  HPDL_TRY(journal);
  return procedure.granted(*journal->store, journal->root());
}

Result<void> Ask(StateDirectory& state, const std::string& root, const Procedure& procedure) {
  {
    Result<OpenedJournal> journal = OpenJournal(state, root, true);
    HPDL_TRY(journal);
    HPDL_TRY(procedure.refuse(*journal->store, journal->root()));
  }
  const std::string job_path = state.JobPath(root);
  const auto start = std::chrono::steady_clock::now();
  auto posted = start - kRepost;
  std::string file;
  while (true) {
    Result<std::unique_ptr<JobLock>> lock = JobLock::Take(job_path);
    if (lock) {
      unlink(file.c_str());
      Result<bool> granted = Granted(state, root, procedure);
      return granted && *granted ? Result<void>() : ActAlone(state, root, procedure);
    }
    if (lock.error().code != "E0719") {
      return lock.error();
    }
    const auto now = std::chrono::steady_clock::now();
    // An engine that is just starting drops what it finds, so the request is renewed.
    if (now - posted >= kRepost && (file.empty() || access(file.c_str(), F_OK) != 0)) {
      Result<std::string> path = PostRequest(job_path, procedure.request);
      if (!path) {
        return path.error();
      }
      file = *path;
      posted = now;
    }
    std::this_thread::sleep_for(kPoll);
    Result<bool> granted = Granted(state, root, procedure);
    if (granted && *granted) {
      return {};
    }
    if (now - start > kPatience) {
      unlink(file.c_str());
      return Error{ErrorClass::kError, "E0606",
                   "the process that runs job " + root + " has not answered within " +
                       std::to_string(kPatience.count()) + " s"};
    }
  }
}

Result<void> SuspendAlone(Store& store) {
  Result<std::vector<JobRow>> jobs = store.Jobs();
  if (!jobs) {
    return jobs.error();
  }
  JournalNotices notices(store);
  for (JobRow& row : *jobs) {
    if (row.state == JobState::kRunning) {
      row.state = JobState::kSuspended;
      row.suspended_by = "user";
      row.modified_ms = NowMs();
      notices.Put(row, nullptr);
      HPDL_TRY(store.PutJob(row));
    }
  }
  return {};
}

/// Kills what a dead engine left to its keeper, then ends the job.
Result<void> KillAlone(Store& store, const std::string& job_path, JobRow root) {
  Result<JobFacts> facts = store.Facts();
  if (!facts) {
    return facts.error();
  }
  boost::asio::io_context io(1);
  std::unique_ptr<Processes> processes;
  if (facts->local && root.state != JobState::kPrep) {
    Result<std::unique_ptr<Processes>> started = Processes::Start(io, job_path, 1);
    if (!started) {
      return started.error();
    }
    processes = std::move(*started);
  }
  bool over = false;
  JournalNotices notices(store);
  const auto tell = [&notices](const JobRow& job, const NodeRow* node) { notices.Put(job, node); };
  ReapChildren(store, processes.get(), 0, tell, [&] {
    over = true;
    io.stop();
  });
  while (!over && io.run_one_for(kPatience) != 0) {
  }
  if (!over) {
    return Error{ErrorClass::kError, "E0606", "local children of the job could not be killed"};
  }
  root.state = JobState::kKilled;
  root.suspended_by.clear();
  root.error_message = "killed on request";
  root.ended_ms = root.modified_ms = NowMs();
  notices.Put(root, nullptr);
  return store.PutJob(root);
}

}  // namespace

Result<void> RequestSuspend(StateDirectory& state, const std::string& id) {
  Result<std::string> root = state.FindRoot(id);
  if (!root) {
    return root.error();
  }
  Procedure procedure;
  procedure.request.type = Request::Type::kSuspend;
  procedure.refuse = [](Store&, const JobRow& row) -> Result<void> {
    if (row.state == JobState::kRunning) {
      return {};
    }
    return Error{ErrorClass::kError, "E0727",
                 "Workflow Job can not be suspended as its not in running state, " + row.id +
                     ", Status: " + std::string(StateName(row.state, row.dialect))};
  };
  procedure.granted = [](Store&, const JobRow& row) { return row.state != JobState::kRunning; };
  procedure.act = [](Store& store, const JobRow&) { return SuspendAlone(store); };
  return Ask(state, *root, procedure);
}

Result<void> RequestKill(StateDirectory& state, const std::string& id) {
  Result<std::string> root = state.FindRoot(id);
  if (!root) {
    return root.error();
  }
  const std::string job_path = state.JobPath(*root);
  Procedure procedure;
  procedure.request.type = Request::Type::kKill;
  procedure.refuse = [](Store&, const JobRow& row) -> Result<void> {
    if (!IsEnd(row.state)) {
      return {};
    }
    return Error{ErrorClass::kError, "E0725",
                 "Workflow instance can not be killed, " + Described(row)};
  };
  procedure.granted = [](Store&, const JobRow& row) { return IsEnd(row.state); };
  procedure.act = [job_path](Store& store, JobRow row) {
    return KillAlone(store, job_path, std::move(row));
  };
  return Ask(state, *root, procedure);
}

Result<void> RequestRetry(StateDirectory& state, const std::string& id, const std::string& node) {
  Result<std::string> root = state.FindRoot(id);
  if (!root) {
    return root.error();
  }
  const auto find = [id, node](Store& store, NodeRow* found) {
    Result<std::vector<JobRow>> jobs = store.Jobs();
    for (const JobRow& job : jobs ? *jobs : std::vector<JobRow>()) {
      if (job.id != id) {
        continue;
      }
      Result<std::vector<NodeRow>> rows = store.Nodes(job.number, job.run);
      for (NodeRow& row : rows ? *rows : std::vector<NodeRow>()) {
        if (row.node == node) {
          *found = std::move(row);
          return true;
        }
      }
    }
    return false;
  };
  // What it waited for when it was asked: a retry may fail at once and wait again.
  const auto before = std::make_shared<NodeRow>();
  Procedure procedure;
  procedure.request = {Request::Type::kRetry, id, node};
  procedure.refuse = [=](Store& store, const JobRow& job) -> Result<void> {
    NodeRow row;
    if (!find(store, &row)) {
      return Error{ErrorClass::kError, "E0605", "Action does not exist [" + id + "@" + node + "]"};
    }
    if (!WaitsForRetry(row.state)) {
      return Error{ErrorClass::kError, "E0717",
                   "node '" + node + "' does not wait for a retry, it is " +
                       std::string(StateName(row.state, job.dialect))};
    }
    *before = std::move(row);
    return {};
  };
  procedure.granted = [=](Store& store, const JobRow&) {
    NodeRow row;
    return find(store, &row) && (!WaitsForRetry(row.state) || row.sequence != before->sequence ||
                                 row.ended_ms != before->ended_ms);
  };
  // Without an engine the node is only made ready; `resume` tries it again.
  procedure.act = [=](Store& store, const JobRow&) -> Result<void> {
    NodeRow row;
    if (!find(store, &row)) {
      return {};
    }
    if (row.state == NodeState::kStartManual) {
      row.state = NodeState::kStartRetry;
    } else if (row.state == NodeState::kEndManual) {
      row.state = NodeState::kEndRetry;
    }
    row.error_code.clear();  // no failure to wait after: `resume` tries at once
    row.error_message.clear();
    row.error_class.reset();
    return store.PutNode(row);
  };
  return Ask(state, *root, procedure);
}

}  // namespace hpdl::rt
