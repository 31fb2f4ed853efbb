#include "runtime/engines/report/attempt_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/ground/base/descriptor.h"

namespace hpdl::rt {

Tail ReadTail(const std::string& path, std::uint64_t bytes) {
  Tail tail;
  // O_NONBLOCK: an action may have replaced its output by a pipe, and open() must not wait.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status{};
  if (::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode)) {
    tail.exists = true;
    tail.size = static_cast<std::uint64_t>(status.st_size);
    tail.text.resize(std::min(tail.size, bytes));
    const ssize_t got = ::pread(file.get(), tail.text.data(), tail.text.size(),
                                static_cast<off_t>(tail.size - tail.text.size()));
    tail.text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  }
  return tail;
}

std::string AttemptPath(const JobReport& report, std::int64_t sequence, std::string_view suffix) {
  return report.directory + "/attempts/" + std::to_string(sequence) + std::string(suffix);
}

void WriteTail(JsonWriter* json, std::string_view name, const std::string& path,
               std::uint64_t bytes) {
  const Tail tail = ReadTail(path, bytes);
  json->Key(name);
  if (!tail.exists) {
    json->Null();
    return;
  }
  json->BeginObject().Member("path", path).Member("size", static_cast<std::int64_t>(tail.size));
  json->Member("text", tail.text).EndObject();
}

}  // namespace hpdl::rt
