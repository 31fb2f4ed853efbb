#include "runtime/server/access/program_credential.h"

#include <algorithm>

#include "runtime/server/access/hmac.h"
#include "runtime/server/access/user_name.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kScheme = "Bearer ";
constexpr char kBetween = '~';  // the separator, which occurs neither in ids nor in user names
constexpr std::size_t kMostId = 255;

std::string SignatureOfProgram(std::string_view key, std::string_view job, std::string_view user) {
  std::string text = "program of job ";
  text.append(job).append(1, kBetween).append(user);
  return HmacSha256(key, text);
}

/// True if a text has only the characters of job ids: letters, digits, `-`, `_` and `.`.
bool IsJobIdText(std::string_view id) {
  return !id.empty() && id.size() <= kMostId && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  });
}

}  // namespace

std::string ProgramKey(std::string_view secret, std::string_view owner) {
  return HmacSha256(secret, "key of the programs of " + std::string(owner));
}

std::string ProgramCredential(std::string_view key, std::string_view job, std::string_view user) {
  std::string text(job);
  text.append(1, kBetween).append(user);
  return text + kBetween + SignatureOfProgram(key, job, user);
}

bool ClaimedProgram::IsSignedWith(std::string_view key) const {
  return IsSameSecret(signature, SignatureOfProgram(key, job, user));
}

std::optional<ClaimedProgram> ReadProgramCredential(std::string_view authorization) {
  if (!authorization.starts_with(kScheme)) {
    return std::nullopt;
  }
  authorization.remove_prefix(kScheme.size());
  const std::size_t first = authorization.find(kBetween), last = authorization.rfind(kBetween);
  if (first == last) {  // the text has at most one `~`
    return std::nullopt;
  }
  ClaimedProgram claimed{std::string(authorization.substr(0, first)),
                         std::string(authorization.substr(first + 1, last - first - 1)),
                         std::string(authorization.substr(last + 1))};
  const bool possible = IsJobIdText(claimed.job) && IsUserName(claimed.user);
  return possible ? std::optional(std::move(claimed)) : std::nullopt;
}

}  // namespace hpdl::rt
