#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_GROUPS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_GROUPS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// A group of workflows that was read from the file of groups.
struct Group {
  std::string name;
  std::vector<std::string> workflows;
};

/// Reads `{"groups": [{"name": "x", "workflows": ["a", "b"]}]}`; ignores other members.
Result<std::vector<Group>> ReadGroups(std::string_view json);
/// Reads a file of groups, of at most 1 MiB.
Result<std::vector<Group>> ReadGroupsFile(const std::string& path);

struct ShownWorkflow {
  std::string id;
  /// True if a group of the file names the workflow, but the server does not have the workflow.
  bool missing = false;
};
struct ShownGroup {
  std::string name;
  std::vector<ShownWorkflow> workflows;
};

/// Returns the groups to show for the workflows in `loaded`. Without a file of groups (nullopt),
/// one group has all workflows, sorted. With a file, a last group has the workflows that no other
/// group names, sorted.
std::vector<ShownGroup> Grouped(const std::optional<std::vector<Group>>& groups,
                                const std::vector<std::string>& loaded);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_GROUPS_H_
