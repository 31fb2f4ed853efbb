#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_RECORD_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_RECORD_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hpdl::client {

/// True if `id` is an id of Oozie that ends with `-C` or `-B`; `kind` is that letter.
bool IsJobId(std::string_view id, char kind);

/// The stage of an import. The old job is at the old server, and the new job is at the new server.
/// The record names a stage before the requests of this stage are sent.
enum class ImportStage : std::uint8_t {
  kMaking,       ///< the new job is being made, paused at its first action
  kMade,         ///< the new job exists and is paused
  kPausing,      ///< the old job's pause time is being set
  kReleasing,    ///< the new job is being released from its pause
  kDone,         ///< the new job has been released from its pause
  kWithdrawing,  ///< the new job is being killed; the old job is unchanged
  kUndoing,      ///< the new job is being killed; then the old job's pause time is restored
  kUndone,       ///< no new job runs, and the old job is as before the import
};

/// The record of the import of one coordinator. The old job is at the server `from`, and the new
/// job is at the server `to`. The record does not contain the job's configuration.
struct ImportRecord {
  std::string id;  ///< id of the old job
  std::string from, to;
  ImportStage stage = ImportStage::kMaking;
  std::int64_t attempt = 0;  ///< number of the attempt; each attempt makes another new job
  std::string first;         ///< the first action of the new job, as FirstAction::Text()
  std::string job;           ///< id of the new job; "": not known yet
  std::string pause;         ///< the pause time to set for the old job; "": not chosen yet
  std::string pause_before;  ///< the old job's pause time before the import; "": no pause time
  bool suspended = false;    ///< true if the old job was suspended
};

std::string ToText(const ImportRecord& record);
/// Returns the record; nullopt if the text does not have the form that ToText() writes.
std::optional<ImportRecord> ReadImportRecord(std::string_view text);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_RECORD_H_
