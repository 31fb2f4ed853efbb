#include "runtime/server/login/signed_cookie.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "runtime/ground/base/checked_file.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/random.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"
#include "runtime/server/access/hmac.h"
#include "runtime/server/access/user_name.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kLeastSecret = 16;
constexpr std::size_t kMostSecret = 4096;

Error SecretError(const std::string& path, const std::string& why) {
  return {ErrorClass::kError, "", "the cookie secret, " + path + ": " + why};
}

/// Returns the VALUE of the part `name=VALUE` of a text. The parts of the text are separated by
/// '&'. "": the text has no part of this name.
std::string_view PartOf(std::string_view text, std::string_view name) {
  for (const std::string_view part : Split(text, '&')) {
    if (part.size() > name.size() && part.starts_with(name) && part[name.size()] == '=') {
      return part.substr(name.size() + 1);
    }
  }
  return {};
}

/// Returns the part of a cookie that is signed.
std::string TextOf(std::string_view user, std::string_view way, std::int64_t until_ms) {
  const std::string name(user);
  return "u=" + name + "&p=" + name + "&t=" + std::string(way) + "&e=" + std::to_string(until_ms);
}

Result<void> MakeSecret(const std::string& path) {
  std::string text;
  for (int i = 0; i < 2; ++i) {
    const Result<std::string> random = RandomHex();
    HPDL_TRY(random);
    text += *random;
  }
  // If two servers begin at the same time, only one of them makes the file.
  NewFile file(path);
  if (!file.ok() || !WriteAll(file.fd(), text + "\n") || !SyncFile(file.fd()) ||
      (link(file.path().c_str(), path.c_str()) != 0 && errno != EEXIST)) {
    return SecretError(path, std::strerror(errno));
  }
  return {};
}

}  // namespace

Result<std::string> CookieSecret(const std::string& path) {
  Result<std::optional<std::string>> text = ReadChecked(path, kMostSecret, FileReaders::kOwner);
  if (text && !*text) {
    HPDL_TRY(MakeSecret(path));
    text = ReadChecked(path, kMostSecret, FileReaders::kOwner);
  }
  if (!text || !*text) {
    return SecretError(path, text ? "the file has disappeared" : text.error().message);
  }
  const std::string secret(hpdl::Trimmed(**text));
  return secret.size() < kLeastSecret ? SecretError(path, "it must have at least 16 characters")
                                      : Result<std::string>(secret);
}

bool ClaimedCookie::IsGood(std::int64_t now_ms, std::string_view secret) const {
  return until_ms > now_ms &&
         IsSameSecret(signature, HmacSha256(secret, TextOf(user, way, until_ms)));
}

std::string SignedCookie(std::string_view user, std::string_view way, std::int64_t until_ms,
                         std::string_view secret) {
  const std::string text = TextOf(user, way, until_ms);
  return text + "&s=" + HmacSha256(secret, text);
}

std::optional<ClaimedCookie> ReadCookie(std::string_view value) {
  if (value.size() >= 2 && value.starts_with('"') && value.ends_with('"')) {
    value = value.substr(1, value.size() - 2);
  }
  const std::optional<std::int64_t> until = ParseNumber(PartOf(value, "e"));
  ClaimedCookie cookie{std::string(PartOf(value, "u")), std::string(PartOf(value, "t")),
                       until.value_or(0), std::string(PartOf(value, "s"))};
  const bool whole =
      until && IsUserName(cookie.user) &&
      value == TextOf(cookie.user, cookie.way, cookie.until_ms) + "&s=" + cookie.signature;
  return whole ? std::optional(std::move(cookie)) : std::nullopt;
}

}  // namespace hpdl::rt
