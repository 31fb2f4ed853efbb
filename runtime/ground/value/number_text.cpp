#include "runtime/ground/value/number_text.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace hpdl::rt {
namespace {

/// Returns the shortest digits, without a point, that read back as `value`; sets `exponent` to the
/// decimal exponent of the first digit. This uses snprintf, because the tables of to_chars would
/// make up a tenth of an emitted program.
std::string ShortestDigits(double value, int* exponent) {
  char text[40];
  // The search begins with two digits. If several two-digit numbers read back as `value`, Java
  // takes the nearest (4.9E-324, not 5.0E-324).
  for (int precision = 1; precision < 17; ++precision) {
    std::snprintf(text, sizeof text, "%.*e", precision, value);
    if (std::strtod(text, nullptr) == value) {
      break;
    }
  }
  std::string digits;
  const char* p = text;
  for (; *p != 'e'; ++p) {
    if (*p >= '0' && *p <= '9') {
      digits += *p;
    }
  }
  *exponent = std::atoi(p + 1);
  digits.erase(digits.find_last_not_of('0') + 1);
  return digits;
}

std::string PlainNotation(std::string digits, int exponent) {
  if (exponent < 0) {
    return "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  }
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= whole) {
    digits.append(whole - digits.size(), '0');
    return digits + ".0";
  }
  return digits.substr(0, whole) + "." + digits.substr(whole);
}

bool IsSpace(char c) {
  return static_cast<unsigned char>(c) <= ' ';
}

bool IsDecimal(std::string_view text) {
  bool digits = false;
  std::size_t i = 0;
  const auto skip_digits = [&] {
    bool any = false;
    for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) {
      any = true;
    }
    return any;
  };
  digits = skip_digits();
  if (i < text.size() && text[i] == '.') {
    ++i;
    digits = skip_digits() || digits;
  }
  if (!digits) {
    return false;
  }
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) {
      ++i;
    }
    if (!skip_digits()) {
      return false;
    }
  }
  return i == text.size();
}

}  // namespace

std::string DoubleText(double value) {
  if (std::isnan(value)) {
    return "NaN";
  }
  const std::string sign = std::signbit(value) ? "-" : "";
  value = std::fabs(value);
  if (std::isinf(value)) {
    return sign + "Infinity";
  }
  if (value == 0) {
    return sign + "0.0";
  }
  int exponent = 0;
  const std::string digits = ShortestDigits(value, &exponent);
  if (value >= 1e-3 && value < 1e7) {
    return sign + PlainNotation(digits, exponent);
  }
  const std::string fraction = digits.size() > 1 ? digits.substr(1) : "0";
  return sign + digits[0] + "." + fraction + "E" + std::to_string(exponent);
}

bool ParseLong(std::string_view text, std::int64_t* value) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') {
    text.remove_prefix(1);
  }
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *value);
  return error == std::errc() && end == text.data() + text.size();
}

bool ParseDouble(std::string_view text, double* value) {
  while (!text.empty() && IsSpace(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && IsSpace(text.back())) {
    text.remove_suffix(1);
  }
  double sign = 1;
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
    sign = text[0] == '-' ? -1 : 1;
    text.remove_prefix(1);
  }
  if (text == "NaN") {
    *value = std::numeric_limits<double>::quiet_NaN();
    return true;
  }
  if (text == "Infinity") {
    *value = sign * std::numeric_limits<double>::infinity();
    return true;
  }
  if (!text.empty() && std::string_view("fFdD").find(text.back()) != std::string_view::npos) {
    text.remove_suffix(1);
  }
  if (!IsDecimal(text)) {
    return false;
  }
  *value = sign * std::strtod(std::string(text).c_str(), nullptr);
  return true;
}

std::int64_t DoubleToLong(double value) {
  if (std::isnan(value)) {
    return 0;
  }
  if (value >= 9223372036854775808.0) {
    return std::numeric_limits<std::int64_t>::max();
  }
  if (value < -9223372036854775808.0) {
    return std::numeric_limits<std::int64_t>::min();
  }
  return static_cast<std::int64_t>(value);
}

}  // namespace hpdl::rt
