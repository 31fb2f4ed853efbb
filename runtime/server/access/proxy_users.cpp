#include "runtime/server/access/proxy_users.h"

#include <algorithm>
#include <vector>

#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"
#include "runtime/server/access/user_name.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kHosts = ".hosts", kGroups = ".groups";

/// Reads a list of names that commas separate. Returns true if the list is "*", which means all
/// names.
bool ReadList(std::string_view text, std::set<std::string, std::less<>>* names) {
  text = hpdl::Trimmed(text);
  for (const std::string_view each : Split(text, ',')) {
    if (const std::string_view name = hpdl::Trimmed(each); !name.empty()) {
      names->emplace(name);
    }
  }
  return text == "*";
}

Error ProxyError(const char* code, std::string message) {
  return {ErrorClass::kError, code, std::move(message)};
}

/// Removes the prefix `::ffff:`, with which an IPv6 socket reports an IPv4 address. Returns other
/// addresses unchanged.
std::string PlainAddress(std::string address) {
  constexpr std::string_view kMapped = "::ffff:";
  return address.starts_with(kMapped) && address.find('.') != std::string::npos
             ? address.substr(kMapped.size())
             : address;
}

constexpr const char* kHowToConfigure =
    "If you're attempting to use user-impersonation via a proxy user, please make sure that "
    "oozie.service.ProxyUserService.proxyuser.#USER#.hosts and "
    "oozie.service.ProxyUserService.proxyuser.#USER#.groups are configured correctly";

}  // namespace

Result<ProxyRules> ReadProxyRules(const Site& site) {
  const Properties settings = site.ProxyUsers();
  ProxyRules rules;
  for (const auto& [name, value] : settings) {
    const bool hosts = name.ends_with(kHosts), groups = name.ends_with(kGroups);
    const std::string user = name.substr(0, name.rfind('.'));
    if ((!hosts && !groups) || user.empty()) {
      return ProxyError(
          "", std::string(kProxyUserPrefix) + name +
                  " is not a setting; the name must end with .USER.hosts or .USER.groups");
    }
    const std::string other = user + std::string(hosts ? kGroups : kHosts);
    if (!settings.contains(other)) {
      return ProxyError("E0551",
                        "Missing [" + std::string(kProxyUserPrefix) + other + "] property");
    }
    ProxyRule& rule = rules[user];
    (hosts ? rule.any_host : rule.any_group) = ReadList(value, hosts ? &rule.hosts : &rule.groups);
  }
  return rules;
}

Task<bool> ProxyUsers::IsFrom(const ProxyRule& rule, std::string address) const {
  if (rule.any_host || rule.hosts.contains(address)) {
    co_return true;
  }
  for (const std::string& host : rule.hosts) {
    if (host.find_first_not_of("0123456789.") == std::string::npos ||
        host.find(':') != std::string::npos) {
      continue;  // `host` is an address, but not the caller's address
    }
    const std::vector<std::string> addresses = co_await names_.AddressesOf(host);
    if (std::find(addresses.begin(), addresses.end(), address) != addresses.end()) {
      co_return true;
    }
  }
  co_return false;
}

Task<Result<Caller>> ProxyUsers::ActAs(Caller caller, std::string other,
                                       std::string address) const {
  if (other == caller.user && !other.empty()) {
    co_return caller;
  }
  if (caller.user.empty()) {
    co_return ProxyError("E1603", std::string("proxyUser cannot be null, ") + kHowToConfigure);
  }
  if (other.empty()) {
    co_return ProxyError("E1603", "doAsUser cannot be empty");
  }
  if (!IsUserName(other)) {
    co_return ProxyError("E1603", "doAs is not a valid user name");
  }
  const auto rule = rules_.find(caller.user);
  if (rule == rules_.end()) {
    co_return ProxyError("E1400", "User [" + caller.user + "] not defined as proxyuser");
  }
  address = PlainAddress(std::move(address));
  const bool from = co_await IsFrom(rule->second, address);
  if (!from) {
    co_return ProxyError("E1400",
                         "Unauthorized host [" + address + "] for proxyuser [" + caller.user + "]");
  }
  if (!rule->second.any_group) {
    const Result<std::vector<std::string>> groups = co_await names_.GroupsOf(other);
    const std::set<std::string, std::less<>>& allowed = rule->second.groups;
    const bool may = groups && std::any_of(groups->begin(), groups->end(), [&](const auto& group) {
                       return allowed.contains(group);
                     });
    if (!may) {
      co_return ProxyError("E1400", "Unauthorized proxyuser [" + caller.user + "] for user [" +
                                        other + "], not in proxyuser groups");
    }
  }
  log_(LogLevel::kInfo, caller.user + " from " + address + " acts as " + other);
  co_return Caller{std::move(other), caller.user};
}

}  // namespace hpdl::rt
