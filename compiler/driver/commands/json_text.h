#ifndef HPDL_COMPILER_DRIVER_COMMANDS_JSON_TEXT_H_
#define HPDL_COMPILER_DRIVER_COMMANDS_JSON_TEXT_H_

#include <nlohmann/json.hpp>
#include <string>

namespace hpdl::driver {

/// The text as a JSON string, in quotes. Bytes that are no UTF-8 become U+FFFD.
inline std::string JsonText(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COMMANDS_JSON_TEXT_H_
