#ifndef HPDL_RUNTIME_WORLD_FILES_FILE_OPERATIONS_H_
#define HPDL_RUNTIME_WORLD_FILES_FILE_OPERATIONS_H_

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/local_files.h"
#include "runtime/ground/base/worker_threads.h"

/// Changes of the local file system. Paths are absolute. Calls that return int give 0 or an errno;
/// those that go through trees end with ECANCELED between two files if `stop` is set.
namespace hpdl::rt {

enum class FileType { kAbsent, kFile, kDirectory };

/// Symbolic links are followed; one that points nowhere is a file.
FileType TypeOf(const std::string& path);
/// Of a file that exists.
off_t SizeOf(const std::string& path);
/// Deletes a file or a directory with all that is in it. A symbolic link is deleted, never
/// followed. What is not there is fine.
int DeleteTree(const std::string& path, const StopFlag* stop = nullptr);
/// Makes an empty file, and the directories above it. Not durable yet.
int TouchFile(const std::string& path);
/// Copies a file or a directory with all that is in it, modes and links included; `target` must not
/// exist. Not durable yet.
int CopyTree(const std::string& source, const std::string& target, const StopFlag* stop = nullptr);

/// How far SyncTree goes: a file or directory itself, what is directly in it too, or all below it.
enum class SyncDepth { kItself, kEntries, kAll };
/// Makes durable what the files at `path` hold and which files its directories have. What may not
/// be opened costs a sync of its whole file system. What is not there is fine.
int SyncTree(const std::string& path, SyncDepth depth, const StopFlag* stop = nullptr);

/// 3 octal digits, or 10 characters such as -rwxr-x--t.
std::optional<mode_t> ParseMode(std::string_view text);
/// A name of /etc/group, or a number. A static program has no other name service.
std::optional<gid_t> ParseGroup(const std::string& name);

/// What chmod or chgrp changes.
struct Ownership {
  std::optional<mode_t> mode;
  std::optional<gid_t> group;
};
/// Changes `path`; with `dir_files` and if it is a directory also what is directly in it, with
/// `recursive` all below. Symbolic links below it are left alone.
int ChangeOwnership(const std::string& path, const Ownership& change, bool dir_files,
                    bool recursive, const StopFlag* stop = nullptr);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_FILES_FILE_OPERATIONS_H_
