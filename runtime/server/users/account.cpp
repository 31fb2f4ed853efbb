#include "runtime/server/users/account.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kMostName = 32;

bool IsPlain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Returns the id that a text names; nullopt: the text is no valid id. The highest number is not
/// valid: the kernel uses it for "no id".
std::optional<uid_t> IdOf(std::string_view text) {
  const std::int64_t number = ParseNumber(text).value_or(-1);
  return number >= 0 && number < std::int64_t{std::numeric_limits<uid_t>::max()}
             ? std::optional(static_cast<uid_t>(number))
             : std::nullopt;
}

Error NoAccount(std::string_view name, std::string_view why) {
  return {ErrorClass::kError, "E0501",
          "User [" + std::string(name) + "] is not authorized: " + std::string(why)};
}

}  // namespace

bool IsAccountName(std::string_view name) {
  return !name.empty() && name.size() <= kMostName && name[0] != '-' && name[0] != '.' &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return IsPlain(c) || c == '.' || c == '-'; });
}

Result<Account> ReadPasswdLine(std::string_view name, std::string_view line, uid_t least) {
  line = hpdl::Trimmed(line);
  const std::vector<std::string_view> parts = Split(line, ':');
  constexpr std::size_t kUid = 2, kGid = 3, kHome = 5;
  if (parts.size() <= kHome || parts[0] != name || line.find('\n') != std::string_view::npos) {
    return NoAccount(name, "this machine has no account with that name");
  }
  const std::optional<uid_t> uid = IdOf(parts[kUid]), gid = IdOf(parts[kGid]);
  if (!uid || !gid || *uid < least) {
    return NoAccount(name,
                     "its uid is below " + std::to_string(least) + ", so it is a system account");
  }
  return Account{std::string(name), *uid, *gid, {*gid}, std::string(parts[kHome])};
}

Result<std::vector<gid_t>> ReadGroupsLine(std::string_view line) {
  std::vector<gid_t> groups;
  bool first = true;
  for (const std::string_view word : Split(hpdl::Trimmed(line), ' ')) {
    if (word.empty() || std::exchange(first, false)) {
      continue;
    }
    const std::optional<gid_t> id = IdOf(word);
    if (!id) {
      return Error{ErrorClass::kError, "", "the output of getent has a group without a number"};
    }
    groups.push_back(*id);
  }
  return groups;
}

Task<Result<Account>> FindAccount(NameService& names, std::string name) {
  if (!IsAccountName(name)) {
    co_return NoAccount(name, "the name is not a valid account name");
  }
  const std::optional<std::string> line = co_await names.EntryOf("passwd", name);
  Result<Account> account = ReadPasswdLine(name, line.value_or(""));
  if (!account) {
    co_return account;
  }
  const std::optional<std::string> groups = co_await names.EntryOf("initgroups", name);
  const Result<std::vector<gid_t>> ids =
      groups ? ReadGroupsLine(*groups)
             : Error{ErrorClass::kTransient, "", "cannot look up the groups of '" + name + "'"};
  HPDL_CO_TRY(ids);
  for (const gid_t id : *ids) {
    if (id != account->gid) {
      account->groups.push_back(id);
    }
  }
  co_return account;
}

Task<Result<Account>> FindServiceAccount(NameService& names, std::string name) {
  const std::optional<std::string> line = co_await names.EntryOf("passwd", name);
  Result<Account> account = ReadPasswdLine(name, line.value_or(""), 1);
  if (!account) {
    co_return Error{ErrorClass::kError, "",
                    "this machine has no account '" + name +
                        "' other than root's; make it with: useradd --system --no-create-home "
                        "--shell /usr/sbin/nologin " +
                        name};
  }
  co_return account;
}

}  // namespace hpdl::rt
