#include "stdlib/local/failure_lines.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "runtime/world/process/output_tail.h"
#include "stdlib/local/secret_text.h"

namespace hpdl::stdlib {

namespace {

constexpr std::size_t kLineCount = 10, kLineBytes = 2000;
/// The most bytes that are read from the end of a file.
constexpr off_t kMostRead = 256 << 10;

/// True for a frame of a Java trace.
bool IsFrame(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t");
  if (start == std::string_view::npos || start == 0) {
    return start == std::string_view::npos;
  }
  line.remove_prefix(start);
  return line.starts_with("at ") || (line.starts_with("... ") && line.ends_with(" more")) ||
         (line.starts_with("... ") && line.ends_with(" elided"));
}

/// True for a logger's message that reports no failure. The message's level is among its first
/// words.
bool IsNews(std::string_view line) {
  // A logger that is not configured writes lines with these prefixes.
  if (line.starts_with("log4j:WARN") || line.starts_with("SLF4J: ")) {
    return true;
  }
  constexpr std::size_t kWords = 5;
  for (std::size_t word = 0; word < kWords && !line.empty(); ++word) {
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    std::string_view text = line.substr(0, end);
    while (text.starts_with('[') || text.starts_with('(')) {
      text.remove_prefix(1);
    }
    while (text.ends_with(']') || text.ends_with(':') || text.ends_with(')')) {
      text.remove_suffix(1);
    }
    if (text == "INFO" || text == "DEBUG" || text == "TRACE" || text == "WARN") {
      return true;
    }
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return false;
}

/// Returns the last bytes of a file, and true if they are the whole file.
std::pair<std::string, bool> EndOf(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat info{};
  if (fd < 0 || fstat(fd, &info) != 0) {
    return {"", true};
  }
  const off_t begin = std::max<off_t>(0, info.st_size - kMostRead);
  std::string text(static_cast<std::size_t>(info.st_size - begin), '\0');
  const ssize_t size = pread(fd, text.data(), text.size(), begin);
  close(fd);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  return {std::move(text), begin == 0};
}

}  // namespace

std::string FailureLines(std::string_view text, bool cut, const std::vector<std::string>& secrets) {
  if (cut) {  // the first line may be incomplete
    const std::size_t end = text.find('\n');
    text.remove_prefix(end == std::string_view::npos ? 0 : end + 1);
  }
  // The secrets are replaced before the text is cut, because a part of a secret would not be found.
  const std::string shown = WithoutSecrets(text, secrets);
  text = shown;
  std::deque<std::string_view> kept;
  std::size_t bytes = 0;
  while (!text.empty() && kept.size() < kLineCount) {
    const std::size_t end = text.find_last_not_of("\r\n");
    text = text.substr(0, end == std::string_view::npos ? 0 : end + 1);
    const std::size_t before = text.rfind('\n');
    const std::size_t start = before == std::string_view::npos ? 0 : before + 1;
    const std::string_view line = text.substr(start);
    text = text.substr(0, start);
    if (line.empty() || IsFrame(line) || IsNews(line)) {
      continue;
    }
    if (bytes + line.size() > kLineBytes) {
      if (kept.empty()) {
        kept.push_front(line.substr(0, kLineBytes));
      }
      break;
    }
    bytes += line.size() + 1;
    kept.push_front(line);
  }
  std::string lines;
  for (const std::string_view line : kept) {
    lines.append(lines.empty() ? "" : "\n").append(line);
  }
  return rt::CleanText(lines);
}

std::string WithFailureLines(std::string message, const rt::ActionContext& ctx,
                             const std::vector<std::string>& secrets) {
  for (const std::string& path : {ctx.ErrPath(), ctx.OutPath()}) {
    const auto [text, all] = EndOf(path);
    if (const std::string lines = FailureLines(text, !all, secrets); !lines.empty()) {
      return message + ", and says:\n" + lines;
    }
  }
  return message;
}

}  // namespace hpdl::stdlib
