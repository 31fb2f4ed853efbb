#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_MOVED_DIRECTORY_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_MOVED_DIRECTORY_H_

#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/store/celos_slots/slot_database.h"

/// A directory of Celos as a whole: read for another store, written from one.
namespace hpdl::rt::celos {

struct ReadDirectory {
  StoredSlots slots;
  /// What was left where it is, each with why: slots whose times are no whole seconds, which a
  /// fault of Celos has made, and files that are none of Celos'.
  std::vector<std::string> left;
};

/// All of a directory, which nobody writes meanwhile. Whatever Celos could not read is an error,
/// and so is what only looks like a file of it: torn files, links, pipes, what cannot be opened.
Result<ReadDirectory> ReadCelosDirectory(const std::string& path);

/// An error: something is at the path, and it is no empty folder.
Result<void> CheckNewCelosDirectory(const std::string& path);

/// Writes a directory that is not there yet, or empty. It is whole and durable, or nothing has
/// happened.
Result<void> WriteCelosDirectory(const std::string& path, const StoredSlots& slots);

/// Parts of ReadCelosDirectory, of one file each.
Result<void> ReadStateFile(const std::string& workflow, const std::string& day,
                           const std::string& name, std::string_view text, ReadDirectory* read);
Result<void> ReadMarkOf(const std::string& workflow, const std::string& day,
                        const std::string& name, std::string_view text, ReadDirectory* read);
Result<void> ReadRegisterOf(const std::string& bucket, const std::string& key,
                            std::string_view text, ReadDirectory* read);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_MOVED_DIRECTORY_H_
