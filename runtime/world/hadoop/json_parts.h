#ifndef HPDL_RUNTIME_WORLD_HADOOP_JSON_PARTS_H_
#define HPDL_RUNTIME_WORLD_HADOOP_JSON_PARTS_H_

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

/// Reads the parts of a JSON reply. A part may be missing: a part that is absent, null or of
/// another type gives an empty value. The parts of an absent part are absent.
namespace hpdl::rt {

using Json = nlohmann::json;

inline bool IsOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Parses a text. Returns a discarded value, which has no parts, if the text is not JSON.
inline Json ParseJson(std::string_view text) {
  return Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
}

/// Returns a member of `object`; null if there is no such member.
inline const Json* Member(const Json* object, const char* name) {
  if (object == nullptr || !object->is_object()) {
    return nullptr;
  }
  const auto found = object->find(name);
  return found == object->end() ? nullptr : &*found;
}

inline std::string Text(const Json* object, const char* name) {
  const Json* member = Member(object, name);
  return member != nullptr && member->is_string() ? member->get<std::string>() : std::string();
}

inline std::int64_t Number(const Json* object, const char* name) {
  const Json* member = Member(object, name);
  return member != nullptr && member->is_number() ? member->get<std::int64_t>() : 0;
}

/// Calls `function` with each element of a list. A single element may come without a list around
/// it.
template <class Function>
void ForEach(const Json* list, Function function) {
  if (list != nullptr && list->is_array()) {
    for (const Json& each : *list) {
      function(each);
    }
  } else if (list != nullptr && list->is_object()) {
    function(*list);
  }
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_JSON_PARTS_H_
