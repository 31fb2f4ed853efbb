#ifndef HPDL_RUNTIME_STORE_SQLITE_SALVAGE_H_
#define HPDL_RUNTIME_STORE_SQLITE_SALVAGE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// What a look at every page and every record of a journal found.
struct JournalCheck {
  std::int64_t version = 0;                          ///< 0: could not be read
  std::int64_t jobs = 0, nodes = 0, properties = 0;  ///< sound records
  std::vector<std::string> problems;                 ///< empty: the journal is sound
};

/// Reads all of the journal at `path` and changes nothing.
JournalCheck CheckJournal(const std::string& path);

struct JournalSalvage {
  std::int64_t jobs = 0, nodes = 0, properties = 0;  ///< records in the new journal
  std::int64_t lost = 0;  ///< records that were there but do not match their sums
  std::string kept_as;    ///< where the damaged journal is now
};

/// Copies what is sound into a new journal and puts it in the place of the old one, which is
/// renamed to `<path>.damaged`, with a number if that exists. The caller holds the job's lock.
/// Refuses a journal that is sound, one of a newer version, and one whose root job cannot be read;
/// nothing has changed then. If it is interrupted the journal is the old one or missing, never an
/// older state of it, and the next call completes it; `lost` is 0 then.
Result<JournalSalvage> SalvageJournal(const std::string& path);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_SQLITE_SALVAGE_H_
