#ifndef HPDL_RUNTIME_SERVER_JOBS_JOB_KEEPER_H_
#define HPDL_RUNTIME_SERVER_JOBS_JOB_KEEPER_H_

#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/jobs/server_address.h"
#include "runtime/server/work/program_runs.h"
#include "runtime/server/work/server_log.h"
#include "runtime/store/local/found_job.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/server_records/server_records.h"

namespace hpdl::rt {

/// What every program of the server is told.
struct ProgramSetup {
  std::string site_path;  ///< "": none
  std::int64_t park_s = 5;
  bool local = false;
};

/// Sees to it that what is wanted to run runs: starts programs, notices how they end, and begins
/// again those that died, once a job. What is wanted is in ServerRecords; whether a job runs is its
/// lease's to say, so programs of an earlier server are left at their work. Loop thread only; what
/// it is given outlives it.
class JobKeeper {
 public:
  /// Crashes in a row, without a commit between, after which a job is SUSPENDED.
  static constexpr std::int64_t kMostCrashes = 3;

  JobKeeper(boost::asio::io_context& loop, StateDirectory& state, ServerRecords& records,
            ProgramRuns& runs, ProgramSetup setup, ServerLog log);
  ~JobKeeper();
  JobKeeper(const JobKeeper&) = delete;
  JobKeeper& operator=(const JobKeeper&) = delete;

  /// What the URLs of callbacks begin with, of jobs that are made from now on, and where programs
  /// have their sub-workflows run.
  void SetAddress(ServerAddress address) { address_ = std::move(address); }
  /// Where programs that begin from now on get places for the commands of actions
  /// (ActionPlaces::path).
  void SetActionPlaces(std::string path) { action_places_ = std::move(path); }
  /// Looks at all that was wanted when the server before this one ended, and again from time to
  /// time.
  Result<void> Begin();
  /// Makes it a fact that the job is wanted and has a program run it: `verb` is start, resume or
  /// rerun. If one of it runs or waits here already, that one does.
  /// `now`: it waits for no turn. `ended`, if not null, is told how the program ended.
  Result<void> Run(const FoundJob& found, std::string_view verb, ChildCommand command, bool now,
                   std::function<void(const Result<ChildEnd>&)> ended = {});
  /// The same of a job that ServerRecords has as wanted already.
  void RunWanted(const FoundJob& found, std::string_view verb, ChildCommand command, bool now,
                 std::function<void(const Result<ChildEnd>&)> ended = {});
  /// Has a program make a job and run it when its turn comes (`PROGRAM run --id ID`). The job is
  /// recorded as made, and wanted if it goes on, once Made() is called or the program has ended.
  /// `ended` is told then how that was, and whether the job is there.
  void MakeAndRun(const ServedJob& job, ChildCommand command,
                  std::function<void(const Result<ChildEnd>&, bool there)> ended);
  /// Whether that would have to wait behind others.
  bool IsBusy() const { return runs_.waiting() != 0; }
  /// Whether it waits still. Then Unmake() takes it out of the line.
  bool Waits(const std::string& root_id) const { return runs_.Waits(root_id); }
  bool Unmake(const std::string& root_id) { return runs_.Drop(root_id); }
  /// What that program has written so far.
  std::string OutputOf(const std::string& root_id) const { return runs_.OutputOf(root_id); }
  /// The job is there and wanted.
  Result<void> Made(const std::string& root_id);
  /// Whether a program of the job runs here or anywhere, or waits for its turn here.
  bool IsAtWork(const std::string& root_id) const {
    return runs_.Has(root_id) || state_.IsRun(root_id);
  }
  bool IsWanted(const std::string& root_id) const {
    return loose_.contains(root_id) || parked_.contains(root_id);
  }
  /// It is no longer wanted, and waits for no turn.
  Result<void> Unwant(const std::string& root_id);
  /// It is wanted, which is recorded, and perhaps runs.
  void Watch(const std::string& root_id) { SetAside(root_id, false); }
  /// A wait of a parked job may be over.
  void Wake(const std::string& root_id);
  /// The job was changed by somebody: what is wanted follows its state.
  void Look(const std::string& root_id);

  /// `PROGRAM VERB ...` with what all programs are told that make a job or a run (submit, rerun).
  ChildCommand Making(const std::string& program, std::string_view verb,
                      std::vector<std::string> arguments) const;
  /// The same for a program that goes on with a job (start, resume, wake).
  ChildCommand GoingOn(const FoundJob& found, std::string_view verb) const;
  /// The same for one that only asks for something (suspend, kill).
  ChildCommand Asking(const FoundJob& found, std::string_view verb) const;
  /// Lets a program prove to this server that it is the job's.
  void GiveCredential(const std::string& root_id, const std::string& user,
                      ChildCommand* command) const;
  void GiveCredential(const FoundJob& found, ChildCommand* command) const {
    GiveCredential(found.root.id, found.root.user, command);
  }
  std::size_t wanted() const { return loose_.size() + parked_.size(); }

 private:
  ChildCommand Command(const std::string& program, std::string_view verb) const;
  void Judge(const std::string& root_id, const Result<ChildEnd>& end);
  bool JudgeNew(const std::string& root_id, const Result<ChildEnd>& end);
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
  std::set<std::string> loose_;    ///< wanted
  std::set<std::string> parked_;   ///< wanted, and parked when last seen
  std::set<std::string> again_;    ///< to be woken once the program that runs has ended
  std::set<std::string> missing_;  ///< without a program that could be started
  std::string loose_place_, parked_place_;
  ServerAddress address_;      ///< "": nobody can call
  std::string action_places_;  ///< "": nothing runs on this machine
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_JOB_KEEPER_H_
