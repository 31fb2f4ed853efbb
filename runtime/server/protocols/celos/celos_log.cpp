#include "runtime/server/protocols/celos/celos_log.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/local_files.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/utc_time.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::int64_t kDaySeconds = 86'400;
constexpr std::size_t kMostWaiting = 64 << 10;  // the maximum number of unwritten bytes

std::int64_t DayOfSecond(std::int64_t seconds) {
  return seconds / kDaySeconds;
}

std::string LogPath(const std::string& folder) {
  return folder + "/celos.log";
}

Descriptor OpenLogFile(const std::string& folder, mode_t mode) {
  return Descriptor(open(LogPath(folder).c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, mode));
}

// Returns the time with which a log line begins: `[2015-09-01 05:00:00.000] `.
std::string TimeOfLine(std::int64_t ms) {
  std::string time = IsoTime(ms);
  time[10] = ' ';
  time.back() = ']';
  return "[" + time + " ";
}

}  // namespace

Result<std::unique_ptr<CelosLog>> CelosLog::Open(const std::string& folder, mode_t mode) {
  if (const int error = MakeDirectories(folder); error != 0) {
    return Error{ErrorClass::kError, "", folder + ": " + std::strerror(error)};
  }
  Descriptor file = OpenLogFile(folder, mode);
  if (file.get() < 0) {
    return Error{ErrorClass::kError, "", LogPath(folder) + ": " + std::strerror(errno)};
  }
  return std::unique_ptr<CelosLog>(new CelosLog(folder, mode, std::move(file)));
}

CelosLog::CelosLog(std::string folder, mode_t mode, Descriptor file)
    : folder_(std::move(folder)),
      mode_(mode),
      file_(std::move(file)),
      day_(DayOfSecond(NowMs() / 1000)) {
  struct stat info{};
  if (fstat(file_.get(), &info) == 0 && info.st_size > 0) {
    day_ = DayOfSecond(info.st_mtime);
  }
}

CelosLog::~CelosLog() {
  Flush();
}

void CelosLog::Roll(std::int64_t day) {
  WriteOut();
  const std::string date = IsoTime(day_ * kDaySeconds * 1000).substr(0, 10);
  const std::string old = folder_ + "/celos-" + date + ".log";
  struct stat info{};
  if (stat(old.c_str(), &info) != 0 && std::rename(LogPath(folder_).c_str(), old.c_str()) == 0) {
    if (Descriptor file = OpenLogFile(folder_, mode_); file.get() >= 0) {
      file_ = std::move(file);
    }
  }
  day_ = day;
}

void CelosLog::Write(Severity severity, std::initializer_list<std::string_view> parts) {
  const std::int64_t now = NowMs();
  const std::lock_guard lock(mutex_);
  if (const std::int64_t day = DayOfSecond(now / 1000); day != day_) {
    Roll(day);
  }
  if (now != last_ms_) {
    last_ms_ = now;
    last_time_ = TimeOfLine(now);
  }
  lines_.append(last_time_).append(severity == Severity::kInfo ? "INFO : " : "ERROR: ");
  for (const std::string_view part : parts) {
    lines_ += part;
  }
  lines_ += '\n';
  if (lines_.size() > kMostWaiting) {
    WriteOut();
  }
}

void CelosLog::Flush() {
  const std::lock_guard lock(mutex_);
  WriteOut();
}

void CelosLog::WriteOut() {
  WriteAll(file_.get(), lines_);  // an error is ignored, because it cannot be logged anywhere else
  lines_.clear();
}

}  // namespace hpdl::rt::celos
