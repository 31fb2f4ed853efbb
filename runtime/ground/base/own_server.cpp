#include "runtime/ground/base/own_server.h"

#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <string_view>

#include "runtime/ground/base/text_parts.h"

namespace hpdl::rt {
namespace {

constexpr int kLeastCredential = 3;  ///< the standard descriptors 0 to 2 never have the credential
constexpr std::size_t kMostCredential = 4096;

OwnServer own_server;

std::string Variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Returns the first kMostCredential bytes of a file; "" if it cannot be read.
std::string ReadStart(int fd) {
  std::string text(kMostCredential, '\0');
  const ssize_t size = pread(fd, text.data(), text.size(), 0);
  text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return text;
}

}  // namespace

void RememberOwnServer() {
  own_server = {};
  own_server.url = Variable(kServerVariable);
  const std::optional<std::int64_t> number = ParseNumber(Variable(kCredentialVariable));
  unsetenv(kCredentialVariable);
  if (!number || *number < kLeastCredential || *number > sysconf(_SC_OPEN_MAX)) {
    return;
  }
  const int fd = static_cast<int>(*number);
  const std::string text = ReadStart(fd);
  close(fd);
  const std::size_t end = text.find('\n');
  if (end == std::string::npos) {
    return;
  }
  own_server.credential = text.substr(0, end);
  own_server.key_pin = text.substr(end + 1, text.find('\n', end + 1) - end - 1);
}

const OwnServer& TheOwnServer() {
  return own_server;
}

}  // namespace hpdl::rt
