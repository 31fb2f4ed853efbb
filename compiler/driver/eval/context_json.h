#ifndef HPDL_COMPILER_DRIVER_EVAL_CONTEXT_JSON_H_
#define HPDL_COMPILER_DRIVER_EVAL_CONTEXT_JSON_H_

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/suggest.h"
#include "runtime/ground/value/eval.h"

namespace hpdl::driver {

/// Base class of the readers of a context file. After the first error each function returns false,
/// and `error` has this error. A member that is missing or null leaves the result unchanged.
class ContextJson {
 public:
  std::string error;

 protected:
  using json = nlohmann::json;

  /// Adds a line to `unknown` for each unknown key of the file.
  explicit ContextJson(std::vector<std::string>* unknown) : unknown_(*unknown) {}

  bool Fail(std::string text) {
    error = std::move(text);
    return false;
  }

  bool IsObject(const json& value, const std::string& what) {
    return value.is_object() || Fail(what + " must be an object");
  }

  /// Adds each key of `object` that is not in `known` to the list of unknown keys. An unknown key
  /// has no effect.
  void Knows(const json& object, const std::string& what,
             std::initializer_list<std::string_view> known) {
    for (const auto& [key, value] : object.items()) {
      if (std::find(known.begin(), known.end(), key) == known.end()) {
        unknown_.push_back("\"" + key + "\" is not known in " + what +
                           DidYouMean(key, {known.begin(), known.size()}).str());
      }
    }
  }

  /// Reads a text. A number or a Boolean becomes the text that it has in the file.
  bool ToText(const json& value, const std::string& what, std::string* out) {
    if (value.is_object() || value.is_array()) {
      return Fail("\"" + what + "\" must be a string");
    }
    *out = value.is_string() ? value.get<std::string>() : value.dump();
    return true;
  }

  bool Text(const json& object, const char* key, std::string* out) {
    const auto found = object.find(key);
    return found == object.end() || found->is_null() || ToText(*found, key, out);
  }

  bool OptionalText(const json& object, const char* key, std::optional<std::string>* out) {
    const auto found = object.find(key);
    if (found == object.end() || found->is_null()) {
      return true;
    }
    return ToText(*found, key, &out->emplace());
  }

  bool Texts(const json& object, const std::string& what, rt::Properties* out) {
    if (!IsObject(object, "\"" + what + "\"")) {
      return false;
    }
    for (const auto& [name, value] : object.items()) {
      if (!value.is_null() && !ToText(value, name, &(*out)[name])) {
        return false;
      }
    }
    return true;
  }

  bool Whole(const json& value, const std::string& what, std::int64_t least, std::int64_t most,
             std::int64_t* out) {
    if (!value.is_number()) {
      return Fail(what + " must be a whole number");
    }
    const bool too_large =
        value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(most);
    if (!value.is_number_integer() || too_large || value.get<std::int64_t>() < least) {
      return Fail(what + " must be a whole number from " + std::to_string(least) + " to " +
                  std::to_string(most));
    }
    *out = value.get<std::int64_t>();
    return true;
  }

 private:
  std::vector<std::string>& unknown_;
};

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_EVAL_CONTEXT_JSON_H_
