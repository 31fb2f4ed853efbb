#ifndef HPDL_RUNTIME_WORLD_FILES_FILE_OPERATIONS_H_
#define HPDL_RUNTIME_WORLD_FILES_FILE_OPERATIONS_H_

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/local_files.h"
#include "runtime/ground/base/worker_threads.h"

/// Changes to the local file system. Paths are absolute. Functions that return int return 0 or an
/// errno. Functions that go through trees stop between two files and return ECANCELED if `stop` is
/// set.
namespace hpdl::rt {

enum class FileType { kAbsent, kFile, kDirectory };

/// Returns the type of a path. Follows symbolic links; a link that points nowhere is a file.
FileType TypeOf(const std::string& path);
/// Returns the size in bytes of a file that exists.
off_t SizeOf(const std::string& path);
/// Deletes a file or a directory with everything in it. Deletes a symbolic link itself and never
/// follows it. A missing path is not an error.
int DeleteTree(const std::string& path, const StopFlag* stop = nullptr);
/// Makes an empty file, and the directories above it. The file is not durable yet.
int TouchFile(const std::string& path);
/// Copies a file or a directory with everything in it; keeps modes and symbolic links. `target`
/// must not exist. The copy is not durable yet.
int CopyTree(const std::string& source, const std::string& target, const StopFlag* stop = nullptr);

/// The files and directories that SyncTree() syncs: only the path itself, the path and its direct
/// entries, or the path and everything below it.
enum class SyncDepth { kItself, kEntries, kAll };
/// Syncs the path and, according to `depth`, what is below it: the content of files and the entry
/// lists of directories. If this process may not open a file, or the file is a device or a pipe,
/// syncs the whole file system of the file. A missing path is not an error.
int SyncTree(const std::string& path, SyncDepth depth, const StopFlag* stop = nullptr);

/// Parses a mode: 3 octal digits, or 10 characters such as -rwxr-x--t. Returns nullopt for any
/// other text.
std::optional<mode_t> ParseMode(std::string_view text);
/// Returns the id of a group; `name` is a name of /etc/group or a number. Reads /etc/group because
/// a static program has no other name service. Returns nullopt for an unknown group.
std::optional<gid_t> ParseGroup(const std::string& name);

/// The attributes that chmod or chgrp changes; an attribute without a value stays unchanged.
struct Ownership {
  std::optional<mode_t> mode;
  std::optional<gid_t> group;
};
/// Changes `path`. If `dir_files` is true, also changes the direct entries of a directory; if
/// `recursive` is true as well, changes everything below it. Does not change symbolic links below
/// `path`.
int ChangeOwnership(const std::string& path, const Ownership& change, bool dir_files,
                    bool recursive, const StopFlag* stop = nullptr);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_FILES_FILE_OPERATIONS_H_
