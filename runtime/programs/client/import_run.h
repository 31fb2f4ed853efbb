#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_RUN_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_RUN_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/programs/client/import_look.h"
#include "runtime/programs/client/import_records.h"

namespace hpdl::client {

/// The result of the import of one coordinator.
struct ImportOutcome {
  enum class What : std::uint8_t {
    kImported,
    kBefore,   ///< an earlier import has moved the coordinator
    kNothing,  ///< no action is left to import
    kWould,    ///< a dry run: the import would succeed
    kUndone,
    kFailed,
  };
  What what = What::kFailed;
  std::string id, name, job;
  std::string first, pause, pause_before;  ///< same as in ImportRecord
  bool suspended = false;
  std::int64_t waiting = 0, going_on = 0;  ///< same as in SeenCoordinator
  std::optional<Error> error;
};

/// Moves coordinators from the old server to the new server, one coordinator at a time. Each step
/// is recorded before it begins. So if an import is interrupted, the same command continues it.
class Importer {
 public:
  /// The objects behind the pointers must outlive this object. `user` is the user of the requests
  /// to both servers.
  Importer(Session* there, Session* here, const ImportRecords* records, std::string user)
      : there_(there), here_(here), records_(records), user_(std::move(user)) {}

  ImportOutcome Import(const std::string& id);
  /// Checks an import without changing anything on the two servers.
  ImportOutcome Try(const std::string& id);
  ImportOutcome Undo(const std::string& id);

 private:
  using Done = Result<void>;

  Done ImportInto(ImportOutcome* outcome);
  Done Take(ImportRecord record, ImportOutcome* outcome);
  Done TryInto(ImportOutcome* outcome);
  Done UndoInto(ImportOutcome* outcome);

  Result<SeenCoordinator> Look(const std::string& id, ImportOutcome* outcome);
  Done CheckTaking(const SeenCoordinator& seen) const;
  Done CheckServerHere(const SeenCoordinator& seen);
  Result<std::string> Submit(const SeenCoordinator& seen, const std::string& first,
                             const std::string& key, const char* action);
  Done Make(const SeenCoordinator& seen, ImportRecord* record);
  Result<std::int64_t> Prepare(const SeenCoordinator& seen, const ImportRecord& record);
  Done Pause(const SeenCoordinator& seen, std::int64_t pause, ImportRecord* record);
  Done CheckPaused(const ImportRecord& record);
  Done Release(ImportRecord* record);
  Done Withdraw(ImportRecord* record);
  Done StopHere(ImportRecord* record);
  Done Record(ImportStage stage, ImportRecord* record) const;

  Session* const there_;
  Session* const here_;
  const ImportRecords* const records_;
  const std::string user_;
};

/// Changes a job as `job -change` does.
Result<void> ChangeTo(Session* session, const std::string& id, const std::string& value);
/// Sends a request with an action that needs no further parameters, such as `kill` or `suspend`.
Result<void> CommandTo(Session* session, const std::string& id, const std::string& action);

/// Returns the properties with which the coordinator is submitted: its own properties without the
/// properties of its bundle, plus the user and the first action.
Result<std::string> ImportedConfiguration(const SeenCoordinator& seen, const std::string& user,
                                          const std::string& first);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_RUN_H_
