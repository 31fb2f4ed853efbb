#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_RECORD_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_RECORD_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hpdl::client {

/// True if `id` is an id of Oozie that ends with `-C` or `-B`; `kind` is that letter.
bool IsJobId(std::string_view id, char kind);

/// The stage of an import. The old job is at the old server, the new job at the new server. Each
/// stage is recorded before its requests are sent.
enum class ImportStage : std::uint8_t {
  kMaking,       ///< the new job is being made, paused at its first action
  kMade,         ///< the new job exists
  kPausing,      ///< the old job's pause time is being set
  kReleasing,    ///< the new job is being released from its pause
  kDone,         ///< the new job goes on
  kWithdrawing,  ///< the new job is being killed; the old job is unchanged
  kUndoing,      ///< the new job is being killed and the old job's pause time restored
  kUndone,       ///< everything is as before the import
};

/// The record of the import of one coordinator: the old job at the server `from`, and the new job
/// at the server `to`. It does not contain the job's configuration.
struct ImportRecord {
  std::string id;  ///< id of the old job
  std::string from, to;
  ImportStage stage = ImportStage::kMaking;
  std::int64_t attempt = 0;  ///< number of the attempt; each attempt makes its own new job
  std::string first;         ///< the first action of the new job, as FirstAction::Text()
  std::string job;           ///< id of the new job; "": not known yet
  std::string pause;         ///< the pause time to set for the old job; "": not chosen yet
  std::string pause_before;  ///< the old job's pause time before the import; "": no pause time
  bool suspended = false;    ///< the old job was suspended
};

std::string ToText(const ImportRecord& record);
/// Returns the record; nullopt if ToText() cannot have written the text.
std::optional<ImportRecord> ReadImportRecord(std::string_view text);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_RECORD_H_
