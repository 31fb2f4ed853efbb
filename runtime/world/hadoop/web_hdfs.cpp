#include "runtime/world/hadoop/web_hdfs.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/local_files.h"
#include "runtime/ground/base/percent.h"

namespace hpdl::rt {

namespace {

/// The maximum size in bytes of one part of a directory. By default, a name node sends at most
/// 1,000 entries (dfs.ls.limit). An entry has at most 8,000 bytes.
constexpr std::int64_t kListLimit = 32 << 20;
/// The HTTP status with which WebHDFS reports that a file was made.
constexpr int kCreated = 201;

std::string Parameter(const char* name, std::string_view value) {
  return std::string("&") + name + "=" + PercentEncoded(value);
}

std::string Octal(mode_t mode) {
  char text[16];
  std::snprintf(text, sizeof text, "%o", static_cast<unsigned>(mode & 07777));
  return text;
}

Error Refused(std::string message) {
  return {ErrorClass::kError, "", std::move(message)};
}

std::string Below(const std::string& directory, const std::string& name) {
  return (directory == "/" ? "" : directory) + "/" + name;
}

std::vector<std::string> SplitPath(std::string_view path) {
  std::vector<std::string> parts;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    if (end != 0) {
      parts.emplace_back(path.substr(0, end));
    }
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return parts;
}

}  // namespace

// NameNode::Call objects are named variables, because g++ 12 destroys a list in braces twice if it
// is part of a co_await.

Task<Result<FileStatus>> WebHdfs::Status(std::string path) {
  NameNode::Call call{"GET", std::move(path), "GETFILESTATUS"};
  const Result<std::string> reply = co_await node_.Send(std::move(call));
  if (reply) {
    co_return ReadFileStatus(*reply);
  }
  if (reply.error().code == kNotFound) {
    co_return FileStatus{};
  }
  co_return reply.error();
}

Task<Result<void>> WebHdfs::Do(const char* method, std::string path, std::string operation) {
  NameNode::Call call{method, std::move(path), std::move(operation)};
  const Result<std::string> reply = co_await node_.Send(std::move(call));
  HPDL_CO_TRY(reply);
  co_return ReadNothing(*reply);
}

Task<Result<bool>> WebHdfs::DoAndTell(const char* method, std::string path, std::string operation) {
  NameNode::Call call{method, std::move(path), std::move(operation)};
  const Result<std::string> reply = co_await node_.Send(std::move(call));
  HPDL_CO_TRY(reply);
  co_return ReadBoolean(*reply);
}

Task<Result<void>> WebHdfs::MakeDirectories(std::string path) {
  const Result<bool> made = co_await DoAndTell("PUT", std::move(path), "MKDIRS");
  HPDL_CO_TRY(made);
  if (!*made) {
    co_return Refused("the name node refused to make the directory");
  }
  co_return Result<void>();
}

Task<Result<void>> WebHdfs::Delete(std::string path) {
  const Result<bool> deleted =
      co_await DoAndTell("DELETE", std::move(path), "DELETE&recursive=true");
  HPDL_CO_TRY(deleted);
  co_return Result<void>();  // the reply `false` means that there was nothing to delete
}

Task<Result<void>> WebHdfs::Rename(std::string source, std::string target) {
  // With renameoptions=NONE the name node gives the reason of a refusal, and never moves `source`
  // into an existing directory.
  NameNode::Call call{"PUT", std::move(source),
                      "RENAME" + Parameter("destination", target) + "&renameoptions=NONE"};
  call.once = true;  // a second request would find the source gone
  const Result<std::string> reply = co_await node_.Send(std::move(call));
  HPDL_CO_TRY(reply);
  if (reply->empty()) {
    co_return Result<void>();
  }
  const Result<bool> moved = ReadBoolean(*reply);
  HPDL_CO_TRY(moved);
  if (!*moved) {
    co_return Refused("the name node refused to move the path");
  }
  co_return Result<void>();
}

Task<Result<void>> WebHdfs::Touch(std::string path) {
  NameNode::Call create{"PUT", path, "CREATE&overwrite=false", 1};
  create.success = kCreated;
  const Result<std::string> created = co_await node_.Send(std::move(create));
  if (created) {
    co_return Result<void>();
  }
  if (created.error().code != kExists) {
    co_return created.error();
  }
  const std::string time = std::to_string(NowMs());
  co_return co_await Do("PUT", std::move(path),
                        "SETTIMES&modificationtime=" + time + "&accesstime=" + time);
}

Task<Result<void>> WebHdfs::ChangeOne(std::string path, const OwnershipChange& change) {
  if (change.mode) {
    co_return co_await Do("PUT", std::move(path),
                          "SETPERMISSION&permission=" + Octal(*change.mode));
  }
  co_return co_await Do("PUT", std::move(path), "SETOWNER" + Parameter("group", change.group));
}

Task<Result<void>> WebHdfs::Change(std::string path, OwnershipChange change) {
  // The entries of the directory are changed first, because its new mode may deny access to them.
  std::string after;
  for (bool more = change.dir_files; more;) {
    const Result<DirectoryPart> page = co_await EntriesAfter(path, after);
    HPDL_CO_TRY(page);
    for (const DirectoryEntry& entry : page->entries) {
      if (entry.name.empty()) {
        continue;  // an entry without a name: the path is a file
      }
      OwnershipChange inner = change;
      inner.dir_files = change.recursive && entry.status.type == FileType::kDirectory;
      const Result<void> done = co_await Change(Below(path, entry.name), std::move(inner));
      // The error kNotFound means that the entry was deleted after the list was read.
      if (!done && done.error().code != kNotFound) {
        co_return done.error();
      }
      after = entry.name;
    }
    more = page->more;
  }
  co_return co_await ChangeOne(std::move(path), change);
}

Task<Result<void>> WebHdfs::SetReplication(std::string path, std::int16_t factor) {
  const Result<bool> set = co_await DoAndTell(
      "PUT", std::move(path), "SETREPLICATION&replication=" + std::to_string(factor));
  HPDL_CO_TRY(set);
  if (!*set) {
    co_return Refused("is not a file");
  }
  co_return Result<void>();
}

Task<Result<std::string>> WebHdfs::Read(std::string path, std::int64_t limit) {
  NameNode::Call call{"GET", std::move(path), "OPEN", 1, limit};
  const Result<std::string> reply = co_await node_.Send(std::move(call));
  if (!reply && reply.error().code == "HTTP_REPLY_TOO_LONG") {
    co_return Refused("is larger than " + std::to_string(limit) + " bytes");
  }
  co_return reply;
}

Task<Result<void>> WebHdfs::Fetch(std::string path, std::string target, std::int64_t limit) {
  const Result<FileStatus> status = co_await Status(path);
  HPDL_CO_TRY(status);
  if (status->type != FileType::kFile) {
    const bool absent = status->type == FileType::kAbsent;
    co_return Error{ErrorClass::kError, absent ? kNotFound : "",
                    absent ? "no such file" : "is a directory"};
  }
  if (status->size > limit) {
    co_return Refused("is larger than " + std::to_string(limit) + " bytes");
  }
  NameNode::Call call{"GET", std::move(path), "OPEN", 1};
  if (status->size > 0) {  // a file that grows during the copy is read up to this size
    call.operation += "&length=" + std::to_string(status->size);
  }
  call.reply_file = target;
  call.file_limit = status->size;
  const Result<std::string> reply = co_await node_.Send(std::move(call));
  if (!reply && reply.error().code != "HTTP_REPLY_TOO_LONG") {
    co_return reply.error();
  }
  if (!reply || TypeOf(target) != FileType::kFile || SizeOf(target) != status->size) {
    co_return Error{ErrorClass::kTransient, "JA009", "changed while it was read"};
  }
  co_return Result<void>();
}

Task<Result<void>> WebHdfs::Upload(std::string source, std::string path) {
  NameNode::Call call{"PUT", std::move(path), "CREATE&overwrite=true"};
  call.body_file = std::move(source);
  call.success = kCreated;
  const Result<std::string> reply = co_await node_.Send(std::move(call));
  HPDL_CO_TRY(reply);
  co_return Result<void>();
}

Task<Result<DirectoryPart>> WebHdfs::EntriesAfter(std::string path, std::string after) {
  NameNode::Call call{"GET", path, "LISTSTATUS_BATCH", 0, kListLimit};
  if (!after.empty()) {
    call.operation += Parameter("startAfter", after);
  }
  const Result<std::string> reply = co_await node_.Send(std::move(call));
  HPDL_CO_TRY(reply);
  Result<DirectoryPart> page = ReadListing(*reply);
  if (page && !after.empty() && !page->entries.empty() && page->entries.back().name == after) {
    co_return Error{ErrorClass::kNonTransient, "E0902",
                    "the server sent the same part of the list of directory " + path +
                        " twice: it is not a WebHDFS server, or a cache answers in its place"};
  }
  co_return page;
}

Task<Result<std::vector<DirectoryEntry>>> WebHdfs::Entries(std::string path) {
  std::vector<DirectoryEntry> entries;
  std::string after;
  for (bool more = true; more;) {
    Result<DirectoryPart> page = co_await EntriesAfter(path, after);
    HPDL_CO_TRY(page);
    after = page->entries.empty() ? after : page->entries.back().name;
    std::move(page->entries.begin(), page->entries.end(), std::back_inserter(entries));
    more = page->more;
  }
  co_return entries;
}

Task<Result<std::vector<FileBlock>>> WebHdfs::Blocks(std::string path) {
  NameNode::Call call{"GET", std::move(path), "GETFILEBLOCKLOCATIONS", 0, kListLimit};
  const Result<std::string> reply = co_await node_.Send(std::move(call));
  HPDL_CO_TRY(reply);
  co_return ReadBlocks(*reply);
}

Task<Result<std::int64_t>> WebHdfs::DirectorySize(std::string path) {
  std::int64_t size = 0;
  std::string after;
  for (bool more = true; more;) {
    const Result<DirectoryPart> page = co_await EntriesAfter(path, after);
    if (!page && page.error().code == kNotFound) {
      co_return -1;
    }
    HPDL_CO_TRY(page);
    for (const DirectoryEntry& entry : page->entries) {
      if (entry.name.empty()) {
        co_return -1;
      }
      size += entry.status.type == FileType::kFile ? entry.status.size : 0;
      after = entry.name;
    }
    more = page->more;
  }
  co_return size;
}

/// Replaces each path by the paths of its children whose names match `component`. A component that
/// is not a glob is appended to each path without a request.
Task<Result<std::vector<std::string>>> WebHdfs::Descend(std::vector<std::string> paths,
                                                        std::string component, std::size_t most) {
  std::vector<std::string> next;
  for (const std::string& path : paths) {
    if (!IsGlob(component)) {
      next.push_back(Below(path, component));
      continue;
    }
    std::string after;
    for (bool more = true; more && next.size() <= most;) {
      const Result<DirectoryPart> page = co_await EntriesAfter(path, after);
      if (!page && page.error().code != kNotFound) {
        co_return page.error();
      }
      more = page && page->more;
      const std::vector<DirectoryEntry> none;
      for (const DirectoryEntry& entry : page ? page->entries : none) {
        if (!entry.name.empty() && MatchesGlob(component, entry.name)) {
          next.push_back(Below(path, entry.name));
        }
        after = entry.name;
      }
    }
  }
  co_return next;
}

Task<Result<std::vector<std::string>>> WebHdfs::Glob(std::string pattern, std::size_t most) {
  std::vector<std::string> alternatives, found;
  if (!ExpandGlobBraces(pattern, &alternatives)) {
    co_return Refused("the pattern has a { that is not closed, or more than 10000 alternatives");
  }
  for (const std::string& alternative : alternatives) {
    std::vector<std::string> paths = {"/"};
    bool listed = true;
    const std::vector<std::string> components = SplitPath(alternative);
    for (std::size_t i = 0; i < components.size(); ++i) {
      // Only the results for the last component are limited. A limit for an earlier component would
      // hide matches.
      const std::size_t limit = i + 1 == components.size() ? most : SIZE_MAX;
      Result<std::vector<std::string>> next =
          co_await Descend(std::move(paths), components[i], limit);
      HPDL_CO_TRY(next);
      paths = std::move(*next);
      listed = IsGlob(components[i]);
    }
    for (std::string& path : paths) {
      if (!listed) {
        const Result<FileStatus> status = co_await Status(path);
        HPDL_CO_TRY(status);
        if (status->type == FileType::kAbsent) {
          continue;
        }
      }
      found.push_back(std::move(path));
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  if (found.size() > most) {
    found.resize(most + 1);
  }
  co_return found;
}

}  // namespace hpdl::rt
