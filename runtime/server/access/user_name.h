#ifndef HPDL_RUNTIME_SERVER_ACCESS_USER_NAME_H_
#define HPDL_RUNTIME_SERVER_ACCESS_USER_NAME_H_

#include <algorithm>
#include <string_view>

namespace hpdl::rt {

/// True if a name can be part of a cookie, an id and a log line. The name has 1 to 128 characters;
/// each of them is a letter, a digit or a character of `._@-/`.
inline bool IsUserName(std::string_view name) {
  constexpr std::size_t kMost = 128;
  return !name.empty() && name.size() <= kMost && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("._@-/").find(c) != std::string_view::npos;
  });
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_ACCESS_USER_NAME_H_
