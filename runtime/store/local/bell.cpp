#include "runtime/store/local/bell.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

#include "runtime/store/job_ids.h"

namespace hpdl::rt {
namespace {

/// Opens the FIFO for reading and writing. A reader then gets no end of file when the last writer
/// closes the FIFO, and a writer gets no SIGPIPE when no process listens. Returns -1 if there is no
/// FIFO at `path`.
int OpenFifo(const std::string& path) {
  const int file = open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW);
  struct stat info{};
  if (file >= 0 && (fstat(file, &info) != 0 || !S_ISFIFO(info.st_mode))) {
    close(file);
    return -1;
  }
  return file;
}

}  // namespace

int ListenToBell(const std::string& path) {
  return mkfifo(path.c_str(), 0600) == 0 || errno == EEXIST ? OpenFifo(path) : -1;
}

void RingBell(const std::string& path, std::string_view text) {
  if (const int bell = OpenFifo(path); bell >= 0) {
    (void)!write(bell, text.data(), text.size());
    close(bell);
  }
}

LocalBell::~LocalBell() {
  if (file_ >= 0) {
    close(file_);
  }
}

std::vector<std::string> LocalBell::Rung() {
  std::vector<std::string> ids;
  char buffer[4096];
  for (ssize_t size = 0; file_ >= 0 && (size = read(file_, buffer, sizeof buffer)) > 0;) {
    begun_.append(buffer, static_cast<std::size_t>(size));
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = begun_.find('\n', begin)) != std::string::npos;) {
      std::string id = begun_.substr(begin, end - begin);
      begin = end + 1;
      if (IsJobId(id)) {
        ids.push_back(std::move(id));
      }
    }
    begun_.erase(0, begin);
    if (begun_.size() > sizeof buffer) {
      begun_.clear();
    }
  }
  return ids;
}

}  // namespace hpdl::rt
