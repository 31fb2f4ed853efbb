#include "runtime/programs/client/answer.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "runtime/ground/base/java_hash.h"

namespace hpdl::client {
namespace {

constexpr int kDeepest = 200;
const Json kNull;

/// Quotes a text as the library json-simple does, because the server uses json-simple.
std::string QuotedJson(const std::string& text) {
  const std::string plain = Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string quoted;
  for (const char c : plain) {
    quoted += c == '/' ? std::string("\\/") : std::string(1, c);
  }
  return quoted;
}

std::string JsonText(const Json& value) {
  if (value.is_string()) {
    return QuotedJson(value.get_ref<const std::string&>());
  }
  if (value.is_array()) {
    std::string text;
    for (const Json& each : value) {
      text += (text.empty() ? "[" : ",") + JsonText(each);
    }
    return text.empty() ? "[]" : text + "]";
  }
  if (value.is_object()) {
    std::vector<std::string> names;
    for (const auto& [name, each] : value.items()) {
      names.push_back(name);
    }
    std::string text;
    for (const std::string& name : rt::JavaHashOrder(names)) {
      text += (text.empty() ? "{" : ",") + QuotedJson(name) + ":" + JsonText(value[name]);
    }
    return text.empty() ? "{}" : text + "}";
  }
  return JavaText(value);
}

}  // namespace

Json ReadJson(std::string_view text) {
  const auto shallow = [](int depth, Json::parse_event_t, Json&) { return depth <= kDeepest; };
  Json value = Json::parse(text.begin(), text.end(), shallow, /*allow_exceptions=*/false);
  return value.is_discarded() ? Json() : value;
}

const Json& Member(const Json& object, const char* name) {
  if (!object.is_object()) {
    return kNull;
  }
  const auto found = object.find(name);
  return found == object.end() ? kNull : *found;
}

std::optional<std::string> TextOf(const Json& object, const char* name) {
  const Json& value = Member(object, name);
  return value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt;
}

std::string Shown(const Json& object, const char* name) {
  const std::optional<std::string> text = TextOf(object, name);
  return text && !text->empty() ? *text : "-";
}

std::string JavaDouble(double number) {
  if (!std::isfinite(number)) {
    return std::isnan(number) ? "NaN" : number < 0 ? "-Infinity" : "Infinity";
  }
  const double size = std::abs(number);
  const bool plain = size == 0 || (size >= 1e-3 && size < 1e7);
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, number,
                                 plain ? std::chars_format::fixed : std::chars_format::scientific);
  std::string text(buffer, end.ptr);
  const std::size_t power = text.find('e');
  std::string digits = text.substr(0, power);
  if (digits.find('.') == std::string::npos) {
    digits += ".0";
  }
  return power == std::string::npos
             ? digits
             : digits + "E" + std::to_string(std::atoi(text.c_str() + power + 1));
}

std::string JavaText(const Json& value) {
  if (value.is_string()) {
    return value.get<std::string>();
  }
  if (value.is_number_float()) {
    return JavaDouble(value.get<double>());
  }
  if (value.is_array() || value.is_object()) {
    return JsonText(value);
  }
  return value.dump();
}

std::string JavaText(const Json& object, const char* name) {
  return JavaText(Member(object, name));
}

std::string IntegerOf(const Json& object, const char* name) {
  const Json& value = Member(object, name);
  return value.is_number() ? JavaText(value) : "0";
}

}  // namespace hpdl::client
