#include "runtime/engines/workflow/user.h"

#include <algorithm>
#include <iterator>

#include "runtime/ground/abi/hpdl_abi.h"

namespace hpdl::rt {
namespace {

/// The names of IsForTheEngine(). Hadoop takes each of fs.default.name and fs.defaultFS for the
/// other.
constexpr std::string_view kForTheEngine[] = {
    "user.name",    "mapreduce.job.user.name",      "fs.default.name",
    "fs.defaultFS", "yarn.resourcemanager.address",
};

Error Refusal(const UserSources& from, ErrorClass error_class, std::string_view why) {
  std::string message(from.kind);
  return Error{error_class, "JA010", message.append(": ").append(why)};
}

Result<std::string> UserOfHws(const UserSources& from) {
  if (from.kind == "hadoop") {
    if (const auto own = from.configuration.find(kUserNameProperty);
        own != from.configuration.end()) {
      return own->second;
    }
  } else if ((from.kind == "hdfs" || from.kind == "pig") && from.element) {
    return *from.element;
  }
  return std::string(from.job_user);
}

}  // namespace

std::string GroupOf(const Properties& properties) {
  for (const std::string_view name : {kGroupNameProperty, std::string_view("oozie.job.acl")}) {
    if (const auto found = properties.find(name);
        found != properties.end() && !found->second.empty()) {
      return found->second;
    }
  }
  return {};
}

bool IsForTheEngine(std::string_view property) {
  return std::find(std::begin(kForTheEngine), std::end(kForTheEngine), property) !=
         std::end(kForTheEngine);
}

Result<std::string> EffectiveUser(const UserSources& from) {
  if (from.dialect == HPDL_DIALECT_HWS) {
    Result<std::string> user = UserOfHws(from);
    return user && user->empty() ? Refusal(from, ErrorClass::kError, "the user's name is empty")
                                 : user;
  }
  for (const std::string_view name : kForTheEngine) {
    if (from.kind != "sub-workflow" && from.configuration.find(name) != from.configuration.end()) {
      return Refusal(
          from, ErrorClass::kFatal,
          "property " + std::string(name) + " is not allowed in the configuration of an action");
    }
  }
  return std::string(from.job_user);
}

}  // namespace hpdl::rt
