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

/// What has become of one coordinator.
struct ImportOutcome {
  enum class What : std::uint8_t {
    kImported,
    kBefore,   ///< imported before
    kNothing,  ///< no action is left
    kWould,    ///< a dry run: it would be imported
    kUndone,
    kFailed,
  };
  What what = What::kFailed;
  std::string id, name, job;
  std::string first, pause, pause_before;  ///< as in ImportRecord
  bool suspended = false;
  std::int64_t waiting = 0, going_on = 0;  ///< as in SeenCoordinator
  std::optional<Error> error;
};

/// Takes over coordinators from one server to another, one at a time. Each step is recorded before
/// it is done, so that whoever runs the same again goes on with it.
class Importer {
 public:
  /// All are borrowed. `user`: as whom the servers are asked.
  Importer(Session* there, Session* here, const ImportRecords* records, std::string user)
      : there_(there), here_(here), records_(records), user_(std::move(user)) {}

  ImportOutcome Import(const std::string& id);
  /// The same without changing anything anywhere.
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

/// A job is changed as `job -change` does it.
Result<void> ChangeTo(Session* session, const std::string& id, const std::string& value);
/// `kill`, `suspend`: the actions of a request without more.
Result<void> CommandTo(Session* session, const std::string& id, const std::string& action);

/// The properties that a coordinator is submitted with here: those it has, without what says that
/// it is of a bundle.
Result<std::string> ImportedConfiguration(const SeenCoordinator& seen, const std::string& user,
                                          const std::string& first);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_RUN_H_
