#ifndef HPDL_RUNTIME_CLIENT_IMPORT_RECORDS_H_
#define HPDL_RUNTIME_CLIENT_IMPORT_RECORDS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/base/descriptor.h"
#include "runtime/client/failure.h"

namespace hpdl::client {

/// How far an import is. Each is recorded before what it names is asked for.
enum class ImportStage : std::uint8_t {
  kMaking,       ///< the job here is being made, paused at its first action
  kMade,         ///< it is there
  kPausing,      ///< the pause time there is being set
  kReleasing,    ///< the job here is being let go
  kDone,         ///< it goes on here
  kWithdrawing,  ///< the job here is being killed; nothing is changed there
  kUndoing,      ///< likewise, and the pause time there is set back
  kUndone,       ///< as if nothing had been
};

/// What an import has to remember of one coordinator. There is no configuration in it.
struct ImportRecord {
  std::string id;  ///< there
  std::string from, to;
  ImportStage stage = ImportStage::kMaking;
  std::int64_t attempt = 0;  ///< each makes another job here
  std::string first;         ///< FirstAction::Text()
  std::string job;           ///< here; "": not known yet
  std::string pause;         ///< that is set there; "": not yet
  std::string pause_before;  ///< the pause time there; "": none
  bool suspended = false;    ///< it was there
};

std::string ToText(const ImportRecord& record);
/// None: the text is none of ToText().
std::optional<ImportRecord> ReadImportRecord(std::string_view text);

/// The records of imports in a folder, a file each. One process has it at a time.
class ImportRecords {
 public:
  /// Makes the folder `imports` in a state folder, and locks it.
  static Result<ImportRecords> Open(const std::string& state);
  /// The same without the lock, to look at. A folder that is not there has no records.
  static ImportRecords ForReading(const std::string& state);

  Result<std::optional<ImportRecord>> Read(const std::string& id) const;
  /// Durable when it returns.
  Result<void> Write(const ImportRecord& record) const;

 private:
  explicit ImportRecords(std::string folder) : folder_(std::move(folder)) {}
  std::string PathOf(const std::string& id) const { return folder_ + "/" + id + ".json"; }

  std::string folder_;
  rt::Descriptor lock_;
};

/// The state folder: `given`, else $HPDL_STATE, $XDG_STATE_HOME/hpdl, ~/.local/state/hpdl.
Result<std::string> ImportState(const std::optional<std::string>& given, const std::string& home);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_CLIENT_IMPORT_RECORDS_H_
