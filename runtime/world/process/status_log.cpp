#include "runtime/world/process/status_log.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <ctime>

namespace hpdl::rt {

namespace {

/// Takes the next field of a line, up to a blank.
std::string_view Field(std::string_view* line) {
  const std::size_t end = line->find(' ');
  const std::string_view field = line->substr(0, end);
  line->remove_prefix(end == std::string_view::npos ? line->size() : end + 1);
  return field;
}

template <class T>
bool Number(std::string_view* line, T* value) {
  const std::string_view field = Field(line);
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), *value);
  return error == std::errc() && end == field.data() + field.size();
}

struct flock ByteLock(short type, std::int64_t number) {
  struct flock lock{};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = number;
  lock.l_len = 1;
  return lock;
}

/// Returns the start time of a process: field 22 of /proc/<pid>/stat; 0 if /proc does not show it.
/// Sets `*ended` to true for a zombie, whose parent has not waited for it yet.
std::uint64_t StartTime(pid_t pid, bool* ended) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/stat", static_cast<int>(pid));
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return 0;
  }
  char text[1024];
  const ssize_t size = read(fd, text, sizeof text);
  close(fd);
  if (size <= 0) {
    return 0;
  }
  std::string_view rest(text, static_cast<std::size_t>(size));
  // The name of the program stands in brackets, and may itself have blanks and brackets.
  const std::size_t name_end = rest.rfind(") ");
  if (name_end == std::string_view::npos) {
    return 0;
  }
  rest.remove_prefix(name_end + 2);
  const std::string_view state = Field(&rest);
  *ended = state == "Z" || state == "X";
  for (int field = 4; field < 22; ++field) {
    Field(&rest);
  }
  std::uint64_t ticks = 0;
  return Number(&rest, &ticks) ? ticks : 0;
}

}  // namespace

bool StatusLog::Refresh() {
  const int fd = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return errno == ENOENT;
  }
  char buffer[16384];
  ssize_t size = 0;
  while ((size = pread(fd, buffer, sizeof buffer, offset_)) > 0) {
    offset_ += size;
    std::string_view rest(buffer, static_cast<std::size_t>(size));
    for (std::size_t end = 0; (end = rest.find('\n')) != std::string_view::npos;) {
      if (partial_.empty()) {
        Line(rest.substr(0, end));
      } else {
        partial_.append(rest.substr(0, end));
        Line(partial_);
        partial_.clear();
      }
      rest.remove_prefix(end + 1);
    }
    partial_.append(rest);
  }
  const int error = errno;
  close(fd);
  errno = error;
  return size == 0;
}

void StatusLog::Line(std::string_view line) {
  const std::string_view letter = Field(&line);
  std::int64_t number = 0;
  if (letter.size() != 1 || !Number(&line, &number)) {
    return;
  }
  ChildRecord record;
  switch (letter[0]) {
    case 'K':
      last_keeper_ = number > last_keeper_ ? number : last_keeper_;
      whole_since_ = line;
      break;
    case 'B':
      epochs_[number] = line;
      break;
    case 'X':
      retired_[number] = true;
      break;
    case 'S':
      if (Number(&line, &record.pid) && Number(&line, &record.from) && Number(&line, &record.to) &&
          Number(&line, &record.keeper) && Number(&line, &record.out) &&
          Number(&line, &record.err)) {
        record.started = true;
        children_[number] = record;
      }
      break;
    case 'E':
      if (Number(&line, &record.code) && Number(&line, &record.signal)) {
        ChildRecord& child = children_[number];
        child.ended = true;
        child.code = record.code;
        child.signal = record.signal;
        // An E line without this field, as in older logs, means that no output was cut.
        int cut = 0;
        child.output_cut = Number(&line, &cut) && cut != 0;
      }
      break;
    case 'F':
      children_[number].ended = true;
      children_[number].start_error = line;
      break;
    default:
      break;
  }
}

const ChildRecord* StatusLog::Find(std::int64_t sequence) const {
  const auto found = children_.find(sequence);
  return found == children_.end() ? nullptr : &found->second;
}

std::string_view StatusLog::EpochOf(std::int64_t keeper) const {
  const auto found = epochs_.find(keeper);
  return found == epochs_.end() ? std::string_view() : found->second;
}

std::uint64_t ClockTicks() {
  struct timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  static const long ticks_per_second = sysconf(_SC_CLK_TCK);
  return static_cast<std::uint64_t>(now.tv_sec) * ticks_per_second +
         static_cast<std::uint64_t>(now.tv_nsec) * ticks_per_second / 1000000000;
}

bool SameProcessAlive(const ChildRecord& record) {
  if (record.pid <= 0 || (kill(record.pid, 0) != 0 && errno != EPERM)) {
    return false;
  }
  bool ended = false;
  const std::uint64_t start = StartTime(record.pid, &ended);
  if (ended) {
    return false;
  }
  return start == 0 || record.from == 0 || (start + 1 >= record.from && start <= record.to + 1);
}

bool LockKeeper(int fd, std::int64_t number) {
  struct flock lock = ByteLock(F_WRLCK, number);
  return fcntl(fd, F_OFD_SETLK, &lock) == 0;
}

bool KeeperAlive(int fd, std::int64_t number) {
  struct flock lock = ByteLock(F_WRLCK, number);
  return fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

}  // namespace hpdl::rt
