#include "runtime/server/protocols/celos_ui/groups.h"

#include <set>
#include <utility>

#include "runtime/ground/base/checked_file.h"
#include "runtime/server/protocols/celos/jackson_json.h"

namespace hpdl::rt::celos {
namespace {

Error Wrong(std::string message) {
  return {ErrorClass::kError, "", std::move(message)};
}

bool IsArray(const JsonValue* value) {
  return value != nullptr && value->kind() == JsonValue::Kind::kArray;
}

Result<Group> ReadGroup(const JsonValue& json) {
  const JsonValue* const name = json.Find("name");
  const JsonValue* const workflows = json.Find("workflows");
  if (name == nullptr || name->kind() != JsonValue::Kind::kText) {
    return Wrong("a group has no name");
  }
  if (!IsArray(workflows)) {
    return Wrong("group '" + name->text() + "': \"workflows\" is not a list");
  }
  Group group{name->text(), {}};
  for (const JsonValue& id : workflows->items()) {
    if (id.kind() != JsonValue::Kind::kText) {
      return Wrong("group '" + name->text() + "': " + id.Compact() +
                   " is not the name of a workflow");
    }
    group.workflows.push_back(id.text());
  }
  return group;
}

}  // namespace

Result<std::vector<Group>> ReadGroups(std::string_view json) {
  const Result<JsonValue> value = JsonValue::Parse(json, "the file of groups");
  HPDL_TRY(value);
  const JsonValue* const list = value->Find("groups");
  if (!IsArray(list)) {
    return Wrong("the list \"groups\" is missing");
  }
  std::vector<Group> groups;
  for (const JsonValue& item : list->items()) {
    Result<Group> group = ReadGroup(item);
    HPDL_TRY(group);
    groups.push_back(std::move(*group));
  }
  return groups;
}

Result<std::vector<Group>> ReadGroupsFile(const std::string& path) {
  constexpr std::size_t kLongest = 1 << 20;
  const Result<std::optional<std::string>> text =
      ReadChecked(path, kLongest, FileReaders::kAnybody);
  if (!text || !*text) {
    return Wrong(path + ": " + (text ? "no such file" : text.error().message));
  }
  Result<std::vector<Group>> groups = ReadGroups(**text);
  return groups ? std::move(groups) : Wrong(path + ": " + groups.error().message);
}

std::vector<ShownGroup> Grouped(const std::optional<std::vector<Group>>& groups,
                                const std::vector<std::string>& loaded) {
  std::set<std::string> left(loaded.begin(), loaded.end());
  const std::set<std::string> known = left;
  std::vector<ShownGroup> shown;
  if (groups) {
    for (const Group& group : *groups) {
      shown.push_back({group.name, {}});
      for (const std::string& id : group.workflows) {
        shown.back().workflows.push_back({id, !known.contains(id)});
        left.erase(id);
      }
    }
  }
  if (!groups || !left.empty()) {
    shown.push_back({groups ? "Unlisted workflows" : "All Workflows", {}});
    for (const std::string& id : left) {
      shown.back().workflows.push_back({id});
    }
  }
  return shown;
}

}  // namespace hpdl::rt::celos
