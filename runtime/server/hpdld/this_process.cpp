#include "runtime/server/hpdld/this_process.h"

#include <limits.h>
#include <unistd.h>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/utc_time.h"

namespace hpdl::rt {

std::string OwnPath() {
  char path[PATH_MAX];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  return {path, size > 0 ? static_cast<std::size_t>(size) : 0};
}

std::string CompilerBeside() {
  const std::string self = OwnPath();
  return self.substr(0, self.rfind('/') + 1) + "hpdlc";
}

ServerLog LogOf(const std::string& user) {
  return [who = user.empty() ? "" : "[" + user + "] "](LogLevel level, std::string_view line) {
    constexpr const char* kLevels[] = {"ERROR", "WARN", "INFO", "DEBUG"};
    std::string text = IsoTime(NowMs()) + " " + kLevels[static_cast<int>(level)] + " " + who;
    for (const char c : line) {  // control characters become blanks
      text += static_cast<unsigned char>(c) < ' ' || c == 0x7f ? ' ' : c;
    }
    text += '\n';
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
  };
}

}  // namespace hpdl::rt
