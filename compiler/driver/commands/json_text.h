#ifndef HPDL_COMPILER_DRIVER_COMMANDS_JSON_TEXT_H_
#define HPDL_COMPILER_DRIVER_COMMANDS_JSON_TEXT_H_

#include <nlohmann/json.hpp>
#include <string>

namespace hpdl::driver {

/// Returns the text as a JSON string in quotes. Bytes that are not UTF-8 become U+FFFD.
inline std::string JsonText(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COMMANDS_JSON_TEXT_H_
