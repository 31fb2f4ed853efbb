#ifndef HPDL_RUNTIME_STORE_SQLITE_SALVAGE_H_
#define HPDL_RUNTIME_STORE_SQLITE_SALVAGE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// The result of a check of every page and every record of a journal.
struct JournalCheck {
  std::int64_t version = 0;                          ///< 0: the version could not be read
  std::int64_t jobs = 0, nodes = 0, properties = 0;  ///< number of sound records
  std::vector<std::string> problems;                 ///< empty: the journal is sound
};

/// Reads the whole journal at `path`. It changes nothing.
JournalCheck CheckJournal(const std::string& path);

struct JournalSalvage {
  std::int64_t jobs = 0, nodes = 0, properties = 0;  ///< number of records in the new journal
  std::int64_t lost = 0;                             ///< number of records with a wrong checksum
  std::string kept_as;                               ///< the path of the damaged journal
};

/// Copies the sound records into a new journal and puts it in the place of the old journal. The old
/// journal is renamed to `<path>.damaged`, with a number if that name exists. The caller must have
/// the job's lease. Refuses a sound journal, a journal of a newer version, and a journal whose root
/// job cannot be read, and leaves them unchanged. After an interruption, `path` has the old journal
/// or no journal, but never an older state of the journal. The next call completes an interrupted
/// salvage. If the old journal was renamed already, this call returns 0 for `lost`.
Result<JournalSalvage> SalvageJournal(const std::string& path);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_SQLITE_SALVAGE_H_
