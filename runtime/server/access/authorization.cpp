#include "runtime/server/access/authorization.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "runtime/ground/base/checked_file.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"

namespace hpdl::rt {
namespace {

constexpr const char* kAclProperty = "oozie.job.acl";
constexpr const char* kGroupProperty = "group.name";

Error NotAllowed(const char* code, std::string message) {
  return {ErrorClass::kError, code, std::move(message)};
}

Error NoGroups(const Error& why) {
  return NotAllowed("E0501", "Could not perform authorization operation, " + why.message);
}

void AddNames(std::string_view list, char separator, AuthorizationRules::Names* names) {
  for (const std::string_view each : Split(list, separator)) {
    if (const std::string_view name = hpdl::Trimmed(each); !name.empty() && name[0] != '#') {
      names->emplace(name);
    }
  }
}

bool NamesOneOf(const AuthorizationRules::Names& names, const std::vector<std::string>& groups) {
  return std::any_of(groups.begin(), groups.end(),
                     [&](const std::string& group) { return names.contains(group); });
}

/// Reads the administrators from a file. A missing file gives no names.
Result<void> ReadAdministrators(const std::string& path, AuthorizationRules::Names* names) {
  constexpr std::size_t kMost = 1 << 20;
  const Result<std::optional<std::string>> text = ReadChecked(path, kMost, FileReaders::kAnybody);
  if (!text) {
    return NotAllowed("",
                      "cannot read the administrators in " + path + ": " + text.error().message);
  }
  AddNames(text->value_or(""), '\n', names);
  return {};
}

}  // namespace

Result<AuthorizationRules> ReadAuthorizationRules(const Site& site, const std::string& site_path,
                                                  bool always) {
  AuthorizationRules rules;
  rules.enabled = always || site.Flag(Setting::kAuthorization) || site.Flag(Setting::kSecurity);
  rules.group_as_acl = rules.enabled && site.Flag(Setting::kDefaultGroupAcl);
  AddNames(site.Text(Setting::kAdministrators), ',', &rules.administrators);
  AddNames(site.Text(Setting::kAdminGroups), ',', &rules.administrator_groups);
  AddNames(site.Text(Setting::kSystemInfoUsers), ',', &rules.system_info);
  Result<GroupsByUser> groups = ReadStaticGroups(site.Text(Setting::kStaticGroups));
  if (!groups) {
    return NotAllowed(
        "", std::string(SpecOf(Setting::kStaticGroups).name) + ": " + groups.error().message);
  }
  rules.groups = std::move(*groups);
  if (rules.enabled && rules.administrator_groups.empty()) {
    AddNames(site.Text(Setting::kAdminUsers), ',', &rules.administrators);
    if (!site_path.empty()) {
      HPDL_TRY(ReadAdministrators(site_path.substr(0, site_path.rfind('/') + 1) + "adminusers.txt",
                                  &rules.administrators));
    }
  }
  return rules;
}

Task<bool> Authorization::IsAdministrator(std::string user) const {
  if (user.empty() || rules_.administrators.contains(user)) {
    co_return !user.empty();
  }
  if (rules_.administrator_groups.empty()) {
    co_return false;
  }
  const Result<std::vector<std::string>> groups = co_await names_.GroupsOf(user);
  co_return groups&& NamesOneOf(rules_.administrator_groups, *groups);
}

Task<Result<void>> Authorization::ForAdministration(Caller caller) const {
  if (rules_.enabled) {
    const bool may = co_await IsAdministrator(caller.user);
    if (!may) {
      co_return NotAllowed("E0503", "User [" + caller.user + "] does not have admin privileges");
    }
  }
  co_return Result<void>();
}

Task<Result<void>> Authorization::ForSystemInfo(Caller caller) const {
  if (rules_.system_info.empty() || rules_.system_info.contains(caller.user) ||
      rules_.system_info.contains(caller.proxy)) {
    co_return Result<void>();
  }
  if (!caller.proxy.empty()) {
    const bool may = co_await IsAdministrator(caller.proxy);
    if (may) {
      co_return Result<void>();
    }
  }
  co_return co_await ForAdministration(caller);
}

Task<Result<void>> Authorization::ForJob(Caller caller, JobRow job) const {
  if (!rules_.enabled || caller.user == job.user) {
    co_return Result<void>();
  }
  const bool administrator = co_await IsAdministrator(caller.user);
  if (administrator) {
    co_return Result<void>();
  }
  AuthorizationRules::Names acl;
  AddNames(job.group, ',', &acl);
  if (!caller.user.empty() && !acl.empty()) {
    if (acl.contains(caller.user)) {
      co_return Result<void>();
    }
    const Result<std::vector<std::string>> groups = co_await names_.GroupsOf(caller.user);
    if (!groups) {
      co_return NoGroups(groups.error());
    }
    if (NamesOneOf(acl, *groups)) {
      co_return Result<void>();
    }
  }
  co_return NotAllowed("E0508",
                       "User [" + caller.user + "] not authorized for WF job [" + job.id + "]");
}

Task<Result<Properties>> Authorization::WithAcl(Properties properties) const {
  const auto acl = properties.find(kAclProperty);
  if (acl != properties.end()) {
    properties[kGroupProperty] = acl->second;
  } else if (rules_.group_as_acl && !properties.contains(kGroupProperty)) {
    std::string user = properties["user.name"];
    const Result<std::vector<std::string>> groups = co_await names_.GroupsOf(std::move(user));
    if (!groups) {
      co_return NoGroups(groups.error());
    }
    properties[kGroupProperty] = groups->front();
  }
  co_return std::move(properties);
}

}  // namespace hpdl::rt
