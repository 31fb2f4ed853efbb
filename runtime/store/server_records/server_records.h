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

/// A job that a server looks after. What a job is and does is in its journal, never here.
struct ServedJob {
  std::string id;
  std::string user;     ///< whose the submission was
  std::string key;      ///< the idempotency key, of this user; "": none
  std::string digest;   ///< of what was submitted
  std::string program;  ///< the path of the program that the job is made with
  /// What it is made with, until it is made: then none. It may hold secrets.
  std::optional<std::string> properties;
  bool wanted =
      false;  ///< it is to run: set by start, resume, rerun; cleared by its end and others
  std::int64_t crashes = 0;  ///< in a row, of its process, without a commit between
  std::string mark;          ///< how far its journal was at the last of them
  std::string external;      ///< what the caller calls it, one of this user's; "": none
  std::string parent;        ///< id of the job whose sub-workflow it is; "": none
  /// The deployed application that it is a job of; "": none. Of a new one alone: ApplicationRecords
  /// has it from then on.
  std::string application;
};

/// What a server of a state directory must know after its own end: submissions that are not made
/// yet, jobs that are to run, and which program an application is. In `<state>/server.db`, for its
/// owner alone. A change is durable when its call returns. Loop thread only.
class ServerRecords {
 public:
  static Result<std::unique_ptr<ServerRecords>> Open(const StateDirectory& state);

  /// A new one. The caller has looked for the key and the external id.
  Result<void> Add(const ServedJob& job);
  Result<std::optional<ServedJob>> Find(std::string_view id);
  Result<std::optional<ServedJob>> FindKey(std::string_view user, std::string_view key);
  /// Of whichever user: for keys that nobody else can have.
  Result<std::optional<ServedJob>> FindAnyKey(std::string_view key);
  /// The job that its caller knows by this id; `user` "": whoever's, the one added last.
  Result<std::optional<ServedJob>> FindExternal(std::string_view user, std::string_view external);
  /// Ids of the jobs that are sub-workflows of this one, and have jobs of their own.
  Result<std::vector<std::string>> Children(std::string_view parent);
  /// The journal has it: its properties go. Until the next change a power cut may undo this.
  Result<void> SetMade(std::string_view id);
  /// The journal has it, and it has ended: neither is it wanted. Likewise.
  Result<void> SetOver(std::string_view id);
  /// It will never be made: it is as if it had not been asked for.
  Result<void> Remove(std::string_view id);
  /// Whether it is to run; a job that came otherwise than through a server is added, and its
  /// crashes are counted anew. What is not, and has no key, no external id and no parent, needs no
  /// record any more; that follows the job's state, and a power cut may undo it until the next
  /// change.
  Result<void> SetWanted(std::string_view id, bool wanted);
  /// Removes, in one commit, those of these jobs that are made and are not to run. The others, of
  /// which there are records, are given back.
  Result<std::set<std::string>> RemoveSettled(const std::vector<std::string>& ids);
  Result<void> SetCrashes(std::string_view id, std::int64_t crashes, std::string_view mark);
  /// What was asked of a job and of its sub-workflows: noted until it is done, in the place of what
  /// was noted before.
  Result<void> SetAsked(std::string_view id, std::string_view verb);
  /// It is done, or is not to be done any more; `verb` "": whatever it was.
  Result<void> ClearAsked(std::string_view id, std::string_view verb = {});
  /// What is noted of a job; "": nothing.
  Result<std::string> AskedOf(std::string_view id);
  /// What is noted, by id.
  Result<std::map<std::string, std::string>> Asked();
  /// Those that are to run or are not made yet, by id.
  Result<std::vector<ServedJob>> Unsettled();

  /// The program that an application was compiled to, by a hash over both its files and how it was
  /// compiled; "": not known.
  Result<std::string> FindProgram(std::string_view application);
  /// `parts`: what else the program was compiled from, by place, and the hashes of that.
  Result<void> PutProgram(std::string_view application, std::string_view program,
                          const std::map<std::string, std::string>& parts = {});
  Result<std::map<std::string, std::string>> PartsOf(std::string_view application);
  /// What was deployed here.
  ApplicationRecords& applications() { return *applications_; }

  /// No application is this program any more. False: a job is still to be made with it.
  Result<bool> DropProgram(std::string_view program);

 private:
  ServerRecords() = default;
  Result<std::optional<ServedJob>> One(Statement& statement);
  Result<void> AddRow(const ServedJob& job);
  Result<void> Together(const std::function<Result<void>()>& changes);
  /// A change that the next one which is durable makes durable too. A power cut before that may
  /// undo it: the next server finds it out again by the job's journal.
  Result<void> Noted(const std::function<Result<void>()>& change);

  std::unique_ptr<Database> database_;
  std::unique_ptr<ApplicationRecords> applications_;
  Statement add_, add_origin_, find_, find_key_, find_any_key_, find_external_, children_,
      remove_origin_, made_, remove_, want_, unwant_, forget_, crash_, unsettled_, program_,
      put_program_, parts_, put_part_, remove_parts_, settled_, over_, drop_program_, drop_parts_,
      ask_, asked_of_, asked_, clear_asked_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_SERVER_RECORDS_SERVER_RECORDS_H_
