#include "runtime/programs/client/auth_token.h"

#include <strings.h>
#include <unistd.h>

#include <charconv>

#include "runtime/ground/base/base64.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/trim.h"
#include "runtime/programs/client/small_file.h"

namespace hpdl::client {
namespace {

constexpr std::size_t kLongestName = 255;
constexpr std::size_t kMostToken = 64 << 10;
constexpr std::int64_t kSpareMs = 300'000;
constexpr std::string_view kCookie = "hadoop.auth=";

/// Returns the name of the token file. If the base64 of the URL contains a slash, Java's client
/// uses only the part behind the last slash, and so does this function.
std::string FileName(std::string_view url) {
  const std::string name = (".oozie-auth-token-" + Base64(url)).substr(0, kLongestName);
  return name.substr(name.rfind('/') + 1);
}

/// Returns the time when a token expires, in milliseconds since 1970. The time stands behind `e=`
/// in the token. Returns 0 if the token has no `e=`.
std::int64_t EndOf(std::string_view token) {
  std::int64_t end = 0;
  while (!token.empty()) {
    const std::string_view part = token.substr(0, token.find('&'));
    token.remove_prefix(part.size() == token.size() ? part.size() : part.size() + 1);
    if (part.starts_with("e=")) {
      const auto [rest, error] = std::from_chars(part.data() + 2, part.data() + part.size(), end);
      if (error != std::errc() || rest != part.data() + part.size()) {
        return 0;
      }
    }
  }
  return end;
}

}  // namespace

AuthTokenFile::AuthTokenFile(const std::string& home, std::string_view url, bool enabled)
    : path_(home + "/" + FileName(url)), enabled_(enabled) {}

std::string AuthTokenFile::Read(std::int64_t now) const {
  if (!enabled_) {
    return "";
  }
  const std::string text = ReadSmallFile(path_, kMostToken).value_or("");
  std::string token = text.substr(0, text.find_first_of("\r\n"));
  if (!token.empty() && EndOf(token) < now + kSpareMs) {
    Remove();
    token.clear();
  }
  return token;
}

void AuthTokenFile::Write(std::string_view token) const {
  if (enabled_ && !rt::WriteWhole(path_, token, 0600)) {
    Remove();
  }
}

void AuthTokenFile::Remove() const {
  if (enabled_) {
    unlink(path_.c_str());
  }
}

std::string TokenOf(const rt::HttpReply& reply) {
  std::string token;
  for (const auto& [name, value] : reply.headers) {
    if (strcasecmp(name.c_str(), "Set-Cookie") == 0 && value.starts_with(kCookie)) {
      token =
          Trimmed(std::string_view(value).substr(kCookie.size(), value.find(';') - kCookie.size()));
    }
  }
  return token == "\"\"" ? "" : token;
}

}  // namespace hpdl::client
