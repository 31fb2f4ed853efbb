#ifndef HPDL_RUNTIME_SERVER_JOBS_JOB_KEEPER_H_
#define HPDL_RUNTIME_SERVER_JOBS_JOB_KEEPER_H_

#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/jobs/server_address.h"
#include "runtime/server/work/program_runs.h"
#include "runtime/server/work/server_log.h"
#include "runtime/store/local/found_job.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/server_records/server_records.h"

namespace hpdl::rt {

/// Options that the server gives to every program.
struct ProgramSetup {
  std::string site_path;  ///< "": no site file
  std::int64_t park_s = 5;
  bool local = false;
};

/// Keeps the jobs running that should run according to ServerRecords. Starts their programs, and
/// starts a program again if it has died. A job has one program at a time. If a program of an
/// earlier server still runs, it has the lease of its job, so this server starts no second program.
/// Loop thread only. The objects that the constructor gets must outlive this one.
class JobKeeper {
 public:
  /// The number of crashes in a row, without a commit between them, after which a job becomes
  /// SUSPENDED.
  static constexpr std::int64_t kMostCrashes = 3;

  JobKeeper(boost::asio::io_context& loop, StateDirectory& state, ServerRecords& records,
            ProgramRuns& runs, ProgramSetup setup, ServerLog log);
  ~JobKeeper();
  JobKeeper(const JobKeeper&) = delete;
  JobKeeper& operator=(const JobKeeper&) = delete;

  /// Sets the address of this server that programs get from now on. New jobs use the address as the
  /// beginning of the URLs of their callbacks. Programs send their sub-workflows to the address.
  void SetAddress(ServerAddress address) { address_ = std::move(address); }
  /// Sets the path of the socket that programs get from now on (ActionPlaces::path). The server
  /// limits how many commands of actions run at a time. A program asks at this socket before it
  /// runs the command of an action.
  void SetActionPlaces(std::string path) { action_places_ = std::move(path); }
  /// Sets the question that the keeper asks before it starts a job in PREP on its own. If the
  /// answer is false, the keeper does not start the job; the callee has stopped the keeping.
  void AskBeforeStart(std::function<bool(const FoundJob&)> may_start) {
    may_start_ = std::move(may_start);
  }
  /// Takes over the jobs that should run according to the records of the earlier server. From now
  /// on checks all jobs from time to time.
  Result<void> Begin();
  /// Records that the job should run and starts a program for it. `verb` is start, resume or rerun.
  /// If a program of the job already runs or waits in this server, no other program is started.
  /// `now`: the program starts at once, also if other programs wait. `ended`, if not null, is
  /// called with the end of the program.
  Result<void> Run(const FoundJob& found, std::string_view verb, ChildCommand command, bool now,
                   std::function<void(const Result<ChildEnd>&)> ended = {});
  /// Does the same as Run() for a job that should already run according to ServerRecords.
  void RunWanted(const FoundJob& found, std::string_view verb, ChildCommand command, bool now,
                 std::function<void(const Result<ChildEnd>&)> ended = {});
  /// Starts a program that makes a job and then runs it (`PROGRAM run --id ID`). The program may
  /// have to wait for its turn. The keeper records that the job is made when Made() is called, or
  /// when the program ends and the job exists. Unless the job has ended, the keeper also records
  /// that the job should run. `ended` is called with the end of the program; `there` is true if the
  /// job exists.
  void MakeAndRun(const ServedJob& job, ChildCommand command,
                  std::function<void(const Result<ChildEnd>&, bool there)> ended);
  /// True if MakeAndRun() would have to wait behind other programs.
  bool IsBusy() const { return runs_.waiting() != 0; }
  /// Waits() is true if the program of the job still waits for its turn. In this case, Unmake()
  /// removes the program from the waiting line.
  bool Waits(const std::string& root_id) const { return runs_.Waits(root_id); }
  bool Unmake(const std::string& root_id) { return runs_.Drop(root_id); }
  /// Returns what the program of the job has written so far.
  std::string OutputOf(const std::string& root_id) const { return runs_.OutputOf(root_id); }
  /// Records that the job is made and should run.
  Result<void> Made(const std::string& root_id);
  /// True if a program of the job runs, whoever started it, or waits for its turn in this server.
  bool IsAtWork(const std::string& root_id) const {
    return runs_.Has(root_id) || state_.IsRun(root_id);
  }
  bool IsWanted(const std::string& root_id) const {
    return unparked_.contains(root_id) || parked_.contains(root_id);
  }
  /// Records that the job should not run, and removes its program from the waiting line.
  Result<void> StopKeeping(const std::string& root_id);
  /// From now on keeps the job running. The records must say that the job should run
  /// (ServerRecords); the job may be running already.
  void Watch(const std::string& root_id) { SetAside(root_id, false); }
  /// Wakes a parked job whose wait may be over.
  void Wake(const std::string& root_id);
  /// Checks a job that somebody has changed. Depending on the job's state, starts its program or
  /// stops keeping the job running.
  void Look(const std::string& root_id);

  /// Returns the command `PROGRAM VERB ...` of a program that makes a job or a run (submit, run,
  /// rerun).
  ChildCommand Making(const std::string& program, std::string_view verb,
                      std::vector<std::string> arguments) const;
  /// Returns the command of a program that continues a job (start, resume, wake).
  ChildCommand GoingOn(const FoundJob& found, std::string_view verb) const;
  /// Returns the command of a program that only sends a request to the process that runs the job
  /// (suspend, kill).
  ChildCommand Asking(const FoundJob& found, std::string_view verb) const;
  /// Gives the command a credential, which proves to this server that the program belongs to the
  /// job.
  void GiveCredential(const std::string& root_id, const std::string& user,
                      ChildCommand* command) const;
  void GiveCredential(const FoundJob& found, ChildCommand* command) const {
    GiveCredential(found.root.id, found.root.user, command);
  }
  std::size_t wanted() const { return unparked_.size() + parked_.size(); }

 private:
  ChildCommand Command(const std::string& program, std::string_view verb) const;
  /// The next try to start a program, after a pause that gets longer with each failure.
  struct FailedStart {
    std::chrono::milliseconds pause{0};
    SteadyClock::time_point next;
  };
  void StartFailed(const std::string& root_id, const Error& error);
  void HandleEnd(const std::string& root_id, const Result<ChildEnd>& end);
  bool HandleEndOfNew(const std::string& root_id, const Result<ChildEnd>& end);
  void JudgeFound(const FoundJob& found, const ChildEnd& end, bool wake);
  void Follow(const FoundJob& found);
  void Crashed(const FoundJob& found, const std::string& how);
  void Start(const FoundJob& found, std::string_view verb);
  void SetAside(const std::string& root_id, bool parked);
  void Beat();
  void BeatAfter(std::chrono::milliseconds wait);
  void LookAtSome(std::set<std::string>* jobs, std::string* place, std::size_t most);

  StateDirectory& state_;
  ServerRecords& records_;
  ProgramRuns& runs_;
  const ProgramSetup setup_;
  const ServerLog log_;
  boost::asio::steady_timer beat_;
  /// Jobs that should run and are not known to be parked. They are checked every second.
  std::set<std::string> unparked_;
  std::set<std::string> parked_;  ///< jobs that should run and were parked at the last check
  std::set<std::string> again_;   ///< jobs to wake once their running programs have ended
  std::map<std::string, FailedStart> failed_starts_;  ///< jobs whose program could not be started
  std::string unparked_place_, parked_place_;
  std::function<bool(const FoundJob&)> may_start_ = [](const FoundJob&) { return true; };
  ServerAddress address_;      ///< if empty, programs cannot call the server
  std::string action_places_;  ///< "": no action runs on this machine
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_JOB_KEEPER_H_
