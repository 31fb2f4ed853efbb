#include "runtime/programs/client/import_records.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "runtime/ground/base/checked_file.h"
#include "runtime/ground/base/local_files.h"
#include "runtime/ground/base/new_file.h"

namespace hpdl::client {
namespace {

constexpr std::size_t kMostRecord = 64 << 10;
constexpr mode_t kOwnFolder = 0700, kOwnFile = 0600;

Error RecordFailure(const std::string& path, const std::string& why) {
  return UsageFailure(path + ": " + why);
}

std::string ReasonOfErrno() {
  return std::strerror(errno);
}

}  // namespace

Result<ImportRecords> ImportRecords::Open(const std::string& state) {
  ImportRecords records = ForReading(state);
  if (const int error = rt::MakeDirectories(state); error != 0) {
    return RecordFailure(state, std::strerror(error));
  }
  if (mkdir(records.folder_.c_str(), kOwnFolder) != 0 && errno != EEXIST) {
    return RecordFailure(records.folder_, ReasonOfErrno());
  }
  // An import kills the jobs whose ids are in the records, so other users must not be able to write
  // records.
  struct stat info = {};
  if (lstat(records.folder_.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) ||
      info.st_uid != geteuid() || (info.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    return RecordFailure(
        records.folder_,
        "it must be a folder that this user owns and that no other user can write to");
  }
  if (!rt::SyncDirectory(state)) {
    return RecordFailure(state, ReasonOfErrno());
  }
  const std::string path = records.folder_ + "/lock";
  records.lock_ = rt::Descriptor(
      open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, kOwnFile));
  if (records.lock_.get() < 0) {
    return RecordFailure(path, ReasonOfErrno());
  }
  struct flock whole = {};
  whole.l_type = F_WRLCK;
  if (fcntl(records.lock_.get(), F_OFD_SETLK, &whole) != 0) {
    return errno == EAGAIN || errno == EACCES
               ? UsageFailure("another import is running; it holds the lock " + path)
               : RecordFailure(path, ReasonOfErrno());
  }
  return records;
}

ImportRecords ImportRecords::ForReading(const std::string& state) {
  return ImportRecords(state + "/imports");
}

Result<std::optional<ImportRecord>> ImportRecords::Read(const std::string& id) const {
  const std::string path = PathOf(id);
  const Result<std::optional<std::string>> text =
      rt::ReadChecked(path, kMostRecord, rt::FileReaders::kOwner);
  if (!text) {
    return RecordFailure(path, text.error().message);
  }
  if (!*text) {
    return std::optional<ImportRecord>();
  }
  std::optional<ImportRecord> record = ReadImportRecord(**text);
  if (!record || record->id != id) {
    return RecordFailure(path, "it is not a record of an import of " + id);
  }
  return record;
}

Result<void> ImportRecords::Write(const ImportRecord& record) const {
  const std::string path = PathOf(record.id);
  if (!rt::WriteWhole(path, ToText(record), kOwnFile) || !rt::SyncDirectory(folder_)) {
    return RecordFailure(path, ReasonOfErrno());
  }
  return {};
}

Result<std::string> ImportState(const std::optional<std::string>& given, const std::string& home) {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  std::string state = given ? *given : variable("HPDL_STATE");
  if (state.empty() && variable("XDG_STATE_HOME").starts_with('/')) {
    state = variable("XDG_STATE_HOME") + "/hpdl";
  }
  if (state.empty() && home.starts_with('/')) {
    state = home + "/.local/state/hpdl";
  }
  return state.empty() || (given && given->empty())
             ? Result<std::string>(UsageFailure("import has no state folder; give -state DIR"))
             : Result<std::string>(std::move(state));
}

}  // namespace hpdl::client
