#ifndef HPDL_RUNTIME_GROUND_BASE_WITHOUT_CODE_H_
#define HPDL_RUNTIME_GROUND_BASE_WITHOUT_CODE_H_

#include <string_view>

namespace hpdl::rt {

/// Returns `message` without the code and ": " at its beginning, if they are there. Oozie puts the
/// code into some messages, and a line that shows code and message must not repeat it.
inline std::string_view WithoutCode(std::string_view code, std::string_view message) {
  std::string_view rest = message;
  if (code.empty() || !rest.starts_with(code)) {
    return message;
  }
  rest.remove_prefix(code.size());
  return rest.starts_with(": ") ? rest.substr(2) : message;
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_WITHOUT_CODE_H_
