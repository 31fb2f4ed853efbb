#include "runtime/server/hpdld/log_file.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/utc_time.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kMostTarget = 1000;
constexpr std::string_view kCallbacks = "/callback/";

/// Returns the part of a request's target that the log shows.
std::string ShownTarget(std::string_view target) {
  const std::size_t query = target.find('?');
  std::string shown(target.substr(0, query));
  if (const std::size_t at = shown.find(kCallbacks); at != std::string::npos) {
    return shown.substr(0, std::min(at + kCallbacks.size(), kMostTarget)) + "***";
  }
  const std::string_view rest =
      query == std::string_view::npos ? std::string_view() : target.substr(query + 1);
  for (const std::string_view part : Split(rest, '&')) {
    if (part.starts_with("action=") || part.starts_with("show=")) {
      shown.append(shown.find('?') == std::string::npos ? "?" : "&").append(part);
    }
  }
  shown.resize(std::min(shown.size(), kMostTarget));
  return shown;
}

/// Returns a text as one word of a line; '?' replaces characters that would end the word or the
/// line.
std::string Word(std::string_view text) {
  std::string word;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    word += byte <= ' ' || byte >= 0x7f || c == '"' ? '?' : c;
  }
  return word.empty() ? "-" : word;
}

}  // namespace

Result<Descriptor> OpenLog(const std::string& path) {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_APPEND | O_NOCTTY | O_NONBLOCK | O_CLOEXEC;
  Descriptor file(open(path.c_str(), kFlags, 0600));
  if (file.get() < 0) {
    return Error{ErrorClass::kError, "", "the log " + path + ": " + std::strerror(errno)};
  }
  return file;
}

std::string TextOf(const AccessLine& line) {
  std::string text = IsoTime(line.begun_ms) + " " + Word(line.peer) + " " + Word(line.user);
  text.append(" \"").append(Word(line.method)).append(" ").append(Word(ShownTarget(line.target)));
  text.append("\" ").append(std::to_string(line.status)).append(" ");
  return text.append(std::to_string(line.size)).append(" ") + std::to_string(line.took_ms) + "\n";
}

Result<void> LogFiles::Open() {
  if (!log.empty()) {
    const Result<Descriptor> file = OpenLog(log);
    HPDL_TRY(file);
    dup2(file->get(), STDERR_FILENO);
  }
  if (!access_log.empty()) {
    Result<Descriptor> file = OpenLog(access_log);
    HPDL_TRY(file);
    access = std::move(*file);
  }
  return {};
}

}  // namespace hpdl::rt
