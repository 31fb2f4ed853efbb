#include "runtime/server/login/password_file.h"

#include <optional>
#include <utility>

#include "runtime/ground/base/checked_file.h"
#include "runtime/ground/base/clock.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kMostFile = 16 << 20;
/// Two changes of a file within this time may give the file the same times, because the times of
/// files may be that coarse.
constexpr std::int64_t kSettledMs = 2000;

bool IsSameFile(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_size == b.st_size &&
         a.st_mtim.tv_sec == b.st_mtim.tv_sec && a.st_mtim.tv_nsec == b.st_mtim.tv_nsec &&
         a.st_ctim.tv_sec == b.st_ctim.tv_sec && a.st_ctim.tv_nsec == b.st_ctim.tv_nsec;
}

}  // namespace

Result<PasswordFile> PasswordFile::Open(std::string path) {
  PasswordFile file(std::move(path));
  HPDL_TRY(file.Read());
  return file;
}

Result<void> PasswordFile::Read() {
  Result<std::optional<std::string>> text =
      ReadChecked(path_, kMostFile, FileReaders::kOwner, &seen_);
  const std::int64_t changed_ms = seen_.st_ctim.tv_sec * 1000 + seen_.st_ctim.tv_nsec / 1'000'000;
  settled_ = NowMs() - changed_ms > kSettledMs;
  const std::string what = "the passwords in " + path_ + ": ";
  if (!text || !*text) {
    return Error{ErrorClass::kError, "", what + (text ? "no such file" : text.error().message)};
  }
  Result<PasswordTable> table = ParsePasswords(**text);
  if (!table) {
    return Error{ErrorClass::kError, "", what + table.error().message};
  }
  table_ = std::move(*table);
  return {};
}

const PasswordTable& PasswordFile::Current(const ServerLog& log) {
  struct stat now{};
  const bool there = lstat(path_.c_str(), &now) == 0;
  if (there && settled_ && IsSameFile(now, seen_)) {
    return table_;
  }
  const Result<void> read = Read();
  const std::string complaint = read ? "" : read.error().message;
  if (!read && complaint != complaint_) {
    log(LogLevel::kError, complaint + "; the old passwords stay in use");
  }
  complaint_ = complaint;
  return table_;
}

}  // namespace hpdl::rt
