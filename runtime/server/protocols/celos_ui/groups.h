#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_GROUPS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_GROUPS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// A group of the overview as its file has it.
struct Group {
  std::string name;
  std::vector<std::string> workflows;
};

/// Of `{"groups": [{"name": "x", "workflows": ["a", "b"]}]}`; what else is there is not looked at.
Result<std::vector<Group>> ReadGroups(std::string_view json);
/// The same of a file, of at most a MiB.
Result<std::vector<Group>> ReadGroupsFile(const std::string& path);

struct ShownWorkflow {
  std::string id;
  bool missing = false;  ///< a group names it, and the server does not know it
};
struct ShownGroup {
  std::string name;
  std::vector<ShownWorkflow> workflows;
};

/// What is shown of the workflows that the server has, sorted. `groups`: nothing if there is no
/// file; else the workflows that none of them names are a last group.
std::vector<ShownGroup> Grouped(const std::optional<std::vector<Group>>& groups,
                                const std::vector<std::string>& loaded);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_GROUPS_H_
