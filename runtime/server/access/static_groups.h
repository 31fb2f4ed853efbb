#ifndef HPDL_RUNTIME_SERVER_ACCESS_STATIC_GROUPS_H_
#define HPDL_RUNTIME_SERVER_ACCESS_STATIC_GROUPS_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

using GroupsByUser = std::map<std::string, std::vector<std::string>, std::less<>>;

/// Reads Hadoop's `hadoop.user.group.static.mapping.overrides`: `ann=dev,ops;bob=`. kError: the
/// text is malformed.
Result<GroupsByUser> ReadStaticGroups(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_ACCESS_STATIC_GROUPS_H_
