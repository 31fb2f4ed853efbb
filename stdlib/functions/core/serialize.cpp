#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "runtime/ground/value/arguments.h"
#include "stdlib/core/xml_text.h"
#include "stdlib/functions/core/core.fn.h"

using namespace hpdl::rt;  // the hpdl_fn_ functions below are in no namespace
using hpdl::stdlib::AppendXmlText;

namespace {

void AppendJsonText(std::string_view text, std::string* out) {
  *out += '"';
  for (const char c : text) {
    char escape[8];
    switch (c) {
      case '"':
      case '\\':
        *out += '\\';
        *out += c;
        break;
      case '\n':
        *out += "\\n";
        break;
      case '\r':
        *out += "\\r";
        break;
      case '\t':
        *out += "\\t";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
          *out += escape;
        } else {
          *out += c;
        }
    }
  }
  *out += '"';
}

void AppendJson(const hpdl_map& map, std::string* out) {
  *out += '{';
  for (std::uint32_t i = 0; i < map.size; ++i) {
    const hpdl_value& value = map.entries[i].value;
    *out += i > 0 ? "," : "";
    AppendJsonText(map.entries[i].key, out);
    *out += ':';
    if (value.type == HPDL_MAP) {
      AppendJson(*value.as.m, out);
    } else if (value.type == HPDL_STRING) {
      AppendJsonText(TextOf(value), out);
    } else if (value.type == HPDL_NULL) {
      *out += "null";
    } else {
      AppendText(value, out);
    }
  }
  *out += '}';
}

/// Returns the code point at `*at` and moves `*at` past it. A byte that is not UTF-8 is its own
/// code point.
std::uint32_t NextCodePoint(std::string_view text, std::size_t* at) {
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const std::uint32_t lead = byte(*at);
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
  std::uint32_t point = length == 1 ? lead : lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    point = point << 6 | (byte(*at + i) & 0x3F);
  }
  *at += length;
  return point;
}

void AppendUnit(std::uint32_t unit, std::string* out) {
  char escape[8];
  std::snprintf(escape, sizeof escape, "\\u%04X", unit & 0xFFFF);
  *out += escape;
}

/// Appends a key or a value as Properties.store of Java writes it. Characters beyond ASCII become
/// \uXXXX.
void AppendPropertyText(std::string_view text, bool key, std::string* out) {
  for (std::size_t i = 0; i < text.size();) {
    const bool first = i == 0;
    const std::uint32_t c = NextCodePoint(text, &i);
    if (c == ' ') {
      *out += key || first ? "\\ " : " ";
    } else if (c == '\n') {
      *out += "\\n";
    } else if (c == '\r') {
      *out += "\\r";
    } else if (c == '\t') {
      *out += "\\t";
    } else if (c == '\\' || c == '=' || c == ':' || c == '#' || c == '!') {
      *out += '\\';
      *out += static_cast<char>(c);
    } else if (c >= 0x10000) {
      AppendUnit(0xD800 + ((c - 0x10000) >> 10), out);
      AppendUnit(0xDC00 + ((c - 0x10000) & 0x3FF), out);
    } else if (c < 0x20 || c > 0x7E) {
      AppendUnit(c, out);
    } else {
      *out += static_cast<char>(c);
    }
  }
}

std::string TextOfAny(const hpdl_value& value) {
  std::string text;
  AppendText(value, &text);
  return text;
}

}  // namespace

std::int32_t hpdl_fn_to_json_str(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  const hpdl_map* map = MapArgument(eval, args[0]);
  if (map == nullptr) {
    return 1;
  }
  std::string text;
  AppendJson(*map, &text);
  *out = StringValueCopy(eval, text);
  return 0;
}

std::int32_t hpdl_fn_to_properties_str(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  const hpdl_map* map = MapArgument(eval, args[0]);
  if (map == nullptr) {
    return 1;
  }
  std::string text;
  for (std::uint32_t i = 0; i < map->size; ++i) {
    AppendPropertyText(map->entries[i].key, true, &text);
    text += '=';
    AppendPropertyText(TextOfAny(map->entries[i].value), false, &text);
    text += '\n';
  }
  *out = StringValueCopy(eval, text);
  return 0;
}

std::int32_t hpdl_fn_to_configuration_str(hpdl_eval* eval, const hpdl_value* args,
                                          hpdl_value* out) {
  const hpdl_map* map = MapArgument(eval, args[0]);
  if (map == nullptr) {
    return 1;
  }
  std::string text = map->size == 0 ? "<configuration />" : "<configuration>\r\n";
  for (std::uint32_t i = 0; i < map->size; ++i) {
    text += "  <property>\r\n    <name>";
    AppendXmlText(map->entries[i].key, false, &text);
    text += "</name>\r\n    <value>";
    AppendXmlText(TextOfAny(map->entries[i].value), false, &text);
    text += "</value>\r\n  </property>\r\n";
  }
  text += map->size == 0 ? "" : "</configuration>";
  *out = StringValueCopy(eval, text);
  return 0;
}
