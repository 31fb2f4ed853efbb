#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_MOVED_DIRECTORY_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_MOVED_DIRECTORY_H_

#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/store/celos_slots/slot_database.h"

/// The contents of a whole directory of Celos, to be moved into another store.
namespace hpdl::rt::celos {

struct ReadDirectory {
  StoredSlots slots;
  /// Entries that are not moved, each with its reason. They are files of other programs, and slots
  /// whose times are not whole seconds. A fault of Celos can make slots of this kind.
  std::vector<std::string> left;
};

/// Reads a whole directory. The caller makes sure that nobody writes to it meanwhile. Returns an
/// error if Celos could not read one of the entries. A torn file, a link, a pipe or a file that
/// cannot be opened is an error, too.
Result<ReadDirectory> ReadCelosDirectory(const std::string& path);

/// Returns an error if something other than an empty folder is at the path.
Result<void> CheckNewCelosDirectory(const std::string& path);

/// Writes a directory that does not exist yet or is empty. After success the directory is whole and
/// durable; after an error nothing has changed.
Result<void> WriteCelosDirectory(const std::string& path, const StoredSlots& slots);

/// These functions are parts of ReadCelosDirectory(). Each function reads one file and adds its
/// contents to `read`.
Result<void> ReadStateFile(const std::string& workflow, const std::string& day,
                           const std::string& name, std::string_view text, ReadDirectory* read);
Result<void> ReadMarkOf(const std::string& workflow, const std::string& day,
                        const std::string& name, std::string_view text, ReadDirectory* read);
Result<void> ReadRegisterOf(const std::string& bucket, const std::string& key,
                            std::string_view text, ReadDirectory* read);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_MOVED_DIRECTORY_H_
