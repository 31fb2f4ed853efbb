#include "runtime/ground/value/coerce.h"

#include <algorithm>
#include <cstdio>

#include "runtime/ground/base/trim.h"
#include "runtime/ground/value/map.h"
#include "runtime/ground/value/number_text.h"
#include "runtime/ground/value/values.h"

namespace hpdl::rt {
namespace {

/// Returns the text of a value for a message. Quotes strings and cuts long texts.
std::string Shown(const hpdl_value& value) {
  constexpr std::size_t kMost = 60;
  std::string text;
  AppendText(value, &text);
  if (text.size() > kMost) {
    std::size_t cut = kMost;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) {
      --cut;
    }
    text = text.substr(0, cut) + "...";
  }
  return value.type == HPDL_STRING ? "\"" + text + "\"" : text;
}

bool CannotConvert(hpdl_eval* eval, const hpdl_value& value, std::string_view to) {
  std::string message = "cannot convert ";
  message += Shown(value);
  message += ", ";
  message += TypeName(value.type);
  message += ", to ";
  message += to;
  eval->Fail(std::move(message));
  return false;
}

bool ReadsAsZero(const hpdl_value& value) {
  return value.type == HPDL_MAP && value.as.m->reads_as_zero;
}

}  // namespace

std::string_view TypeName(std::uint32_t type) {
  switch (type) {
    case HPDL_NULL:
      return "null";
    case HPDL_BOOLEAN:
      return "a Boolean";
    case HPDL_LONG:
      return "a Long";
    case HPDL_DOUBLE:
      return "a Double";
    case HPDL_STRING:
      return "a String";
    default:
      return "a Map";
  }
}

bool CoerceToBoolean(hpdl_eval* eval, const hpdl_value& value, bool* out) {
  switch (value.type) {
    case HPDL_NULL:
      *out = false;
      return true;
    case HPDL_BOOLEAN:
      *out = value.as.i != 0;
      return true;
    case HPDL_STRING: {
      constexpr std::string_view kTrue = "true";
      const std::string_view text = TextOf(value);
      *out =
          text.size() == kTrue.size() && std::equal(text.begin(), text.end(), kTrue.begin(),
                                                    [](char a, char b) { return (a | 0x20) == b; });
      return true;
    }
    default:
      return CannotConvert(eval, value, "a Boolean");
  }
}

bool IsTrueCase(std::string_view text) {
  return Trimmed(text) == "true";
}

bool CoerceToLong(hpdl_eval* eval, const hpdl_value& value, std::int64_t* out) {
  switch (value.type) {
    case HPDL_NULL:
      *out = 0;
      return true;
    case HPDL_LONG:
      *out = value.as.i;
      return true;
    case HPDL_DOUBLE:
      *out = DoubleToLong(value.as.d);
      return true;
    case HPDL_STRING:
      if (value.size == 0) {
        *out = 0;
        return true;
      }
      return ParseLong(TextOf(value), out) || CannotConvert(eval, value, "a Long");
    default:
      *out = 0;
      return ReadsAsZero(value) || CannotConvert(eval, value, "a Long");
  }
}

bool CoerceToDouble(hpdl_eval* eval, const hpdl_value& value, double* out) {
  switch (value.type) {
    case HPDL_NULL:
      *out = 0;
      return true;
    case HPDL_LONG:
      *out = static_cast<double>(value.as.i);
      return true;
    case HPDL_DOUBLE:
      *out = value.as.d;
      return true;
    case HPDL_STRING:
      if (value.size == 0) {
        *out = 0;
        return true;
      }
      return ParseDouble(TextOf(value), out) || CannotConvert(eval, value, "a Double");
    default:
      *out = 0;
      return ReadsAsZero(value) || CannotConvert(eval, value, "a Double");
  }
}

std::string_view CoerceToString(hpdl_eval* eval, const hpdl_value& value) {
  if (value.type == HPDL_STRING) {
    return TextOf(value);
  }
  std::string text;
  AppendText(value, &text);
  return eval->arena.Copy(text);
}

void AppendText(const hpdl_value& value, std::string* out) {
  switch (value.type) {
    case HPDL_NULL:
      return;
    case HPDL_BOOLEAN:
      *out += value.as.i != 0 ? "true" : "false";
      return;
    case HPDL_LONG:
      *out += std::to_string(value.as.i);
      return;
    case HPDL_DOUBLE:
      *out += DoubleText(value.as.d);
      return;
    case HPDL_STRING:
      *out += TextOf(value);
      return;
    default:
      AppendMapText(*value.as.m, out);
  }
}

int CompareText(std::string_view a, std::string_view b) {
  const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (x == a.end() || y == b.end()) {
    return (x != a.end()) - (y != b.end());
  }
  const auto unit = [](char c) {
    const int byte = static_cast<unsigned char>(c);
    // Characters beyond the basic plane (lead bytes F0 and up) are surrogates in UTF-16, so they
    // sort before U+E000..U+FFFF (lead bytes EE and EF). For all other characters, the order of
    // their bytes is right.
    return byte == 0xEE || byte == 0xEF ? byte + 0x10 : byte;
  };
  return unit(*x) - unit(*y);
}

}  // namespace hpdl::rt
