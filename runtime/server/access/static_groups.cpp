#include "runtime/server/access/static_groups.h"

#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"

namespace hpdl::rt {

Result<GroupsByUser> ReadStaticGroups(std::string_view text) {
  GroupsByUser groups;
  for (std::string_view part : Split(text, ';')) {
    part = hpdl::Trimmed(part);
    if (part.empty()) {
      continue;
    }
    const std::size_t equals = part.find('=');
    const std::string_view user = hpdl::Trimmed(part.substr(0, equals));
    if (equals == std::string_view::npos || user.empty() ||
        part.find('=', equals + 1) != std::string_view::npos) {
      return Error{ErrorClass::kError, "",
                   "'" + std::string(part.substr(0, 60)) + "' is not USER=GROUP,GROUP"};
    }
    std::vector<std::string>& of_user = groups[std::string(user)];
    for (const std::string_view group : Split(part.substr(equals + 1), ',')) {
      if (const std::string_view name = hpdl::Trimmed(group); !name.empty()) {
        of_user.emplace_back(name);
      }
    }
  }
  return groups;
}

}  // namespace hpdl::rt
