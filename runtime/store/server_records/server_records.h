#ifndef HPDL_RUNTIME_STORE_SERVER_RECORDS_SERVER_RECORDS_H_
#define HPDL_RUNTIME_STORE_SERVER_RECORDS_SERVER_RECORDS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/server_records/application_records.h"
#include "runtime/store/sqlite/sqlite.h"

namespace hpdl::rt {

/// The record of a job that a server runs. The state and the progress of the job are only in its
/// journal.
struct ServedJob {
  std::string id;
  std::string user;     ///< the user who submitted the job
  std::string key;      ///< idempotency key, unique for this user; "": no key
  std::string digest;   ///< digest of the submission
  std::string program;  ///< path of the program that makes the job
  /// The properties with which the job is made; nullopt after the job has been made. They may hold
  /// secrets.
  std::optional<std::string> properties;
  /// True if the job should run. Start, resume and rerun set this to true. The server sets it to
  /// false when the job no longer needs a process, for example after the job's end.
  bool wanted = false;
  /// The number of consecutive crashes of the job's process without a commit in between.
  std::int64_t crashes = 0;
  std::string mark;      ///< hash of the state of the job's journal at the last crash
  std::string external;  ///< the caller's name for the job; jobs may share it; "": no name
  std::string parent;    ///< id of the parent job; "": the job is not a sub-workflow
  /// The deployed application that the job belongs to; "": no application. Set only for Add(),
  /// which stores it in ApplicationRecords.
  std::string application;
};

/// The facts that a server of a state directory keeps for its next start. They are the submissions
/// whose jobs are not made yet, the jobs that should run, and the program of each application. The
/// facts are in `<state>/server.db`, which only its owner may read. A change is durable when its
/// call returns. Only the loop thread may use this object.
class ServerRecords {
 public:
  static Result<std::unique_ptr<ServerRecords>> Open(const StateDirectory& state);

  /// Adds a new job. The caller has already checked that no job has the key.
  Result<void> Add(const ServedJob& job);
  Result<std::optional<ServedJob>> Find(std::string_view id);
  Result<std::optional<ServedJob>> FindKey(std::string_view user, std::string_view key);
  /// Finds the job with this key among the jobs of all users. Only for keys that cannot be the same
  /// for two users.
  Result<std::optional<ServedJob>> FindAnyKey(std::string_view key);
  /// Finds the newest job with the caller's id `external`. If `user` is "", searches the jobs of
  /// all users.
  Result<std::optional<ServedJob>> FindExternal(std::string_view user, std::string_view external);
  /// Returns the ids of the sub-workflow jobs of `parent` that are served as jobs of their own.
  Result<std::vector<std::string>> Children(std::string_view parent);
  /// Notes that the journal has the job, and removes the job's properties. A power cut before the
  /// next durable change may undo this.
  Result<void> SetMade(std::string_view id);
  /// Notes that the journal has the job and that the job has ended, so it should not run. A power
  /// cut before the next durable change may undo this.
  Result<void> SetOver(std::string_view id);
  /// Removes a job that will never be made, as if it had not been submitted.
  Result<void> Remove(std::string_view id);
  /// Sets whether the job should run. If `wanted` is true, adds a row for a job that was not
  /// submitted through a server, and sets its number of crashes to 0. If `wanted` is false, removes
  /// the row unless the job has a key, an external id or a parent. A power cut before the next
  /// durable change may undo a change to false. The server then learns from the job's journal that
  /// the job should not run.
  Result<void> SetWanted(std::string_view id, bool wanted);
  /// Removes, in one commit, the jobs of `ids` that are made and should not run. Returns the jobs
  /// of `ids` whose records remain.
  Result<std::set<std::string>> RemoveSettled(const std::vector<std::string>& ids);
  Result<void> SetCrashes(std::string_view id, std::int64_t crashes, std::string_view mark);
  /// Stores a request for a job and its sub-workflows until ClearAsked() removes it. Replaces an
  /// earlier request for the job.
  Result<void> SetAsked(std::string_view id, std::string_view verb);
  /// Removes the request `verb`, because it is done or no longer needed. If `verb` is "", removes
  /// any request.
  Result<void> ClearAsked(std::string_view id, std::string_view verb = {});
  /// Returns the noted request for a job; "": no request.
  Result<std::string> AskedOf(std::string_view id);
  /// Returns all noted requests. The keys are the ids of the jobs.
  Result<std::map<std::string, std::string>> Asked();
  /// Returns the jobs that should run or are not made yet, ordered by id.
  Result<std::vector<ServedJob>> Unsettled();

  /// Returns the path of the program of an application; "" if there is no record. `application` is
  /// a key: the user's name and a hash of the application and the compiler.
  Result<std::string> FindProgram(std::string_view application);
  /// Stores the path of the program of an application. `parts` maps the paths of the sub-workflows
  /// that were compiled into the program to their hashes. `warnings` is the compiler's text about
  /// the application; "": the compiler had no warnings.
  Result<void> PutProgram(std::string_view application, std::string_view program,
                          const std::map<std::string, std::string>& parts = {},
                          std::string_view warnings = {});
  Result<std::map<std::string, std::string>> PartsOf(std::string_view application);
  Result<std::string> WarningsOf(std::string_view application);
  /// Returns the records of the applications that are deployed on this server.
  ApplicationRecords& applications() { return *applications_; }

  /// Removes the program from all applications. Returns false and changes nothing if a job must
  /// still be made with the program.
  Result<bool> DropProgram(std::string_view program);

 private:
  ServerRecords() = default;
  Result<std::optional<ServedJob>> One(Statement& statement);
  Result<void> AddRow(const ServedJob& job);
  Result<void> Together(const std::function<Result<void>()>& changes);
  /// Makes a change without a sync of its own; the next durable change makes it durable too. A
  /// power cut before that may undo the change. The next server then makes it again from the job's
  /// journal.
  Result<void> Noted(const std::function<Result<void>()>& change);

  std::unique_ptr<Database> database_;
  std::unique_ptr<ApplicationRecords> applications_;
  Statement add_, add_origin_, find_, find_key_, find_any_key_, find_external_, children_,
      remove_origin_, made_, remove_, want_, unwant_, forget_, crash_, unsettled_, program_,
      put_program_, parts_, put_part_, remove_parts_, warnings_, put_warnings_, remove_warnings_,
      settled_, over_, drop_program_, drop_parts_, drop_warnings_, ask_, asked_of_, asked_,
      clear_asked_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_SERVER_RECORDS_SERVER_RECORDS_H_
