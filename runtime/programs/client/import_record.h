#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_RECORD_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_RECORD_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hpdl::client {

/// Whether it is an id of Oozie's that ends with `-C` or `-B`, as `kind` says.
bool IsJobId(std::string_view id, char kind);

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

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_RECORD_H_
