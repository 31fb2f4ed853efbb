#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/percent.h"
#include "runtime/ground/base/utc_time.h"
#include "runtime/ground/value/arguments.h"
#include "stdlib/functions/core/core.fn.h"

using namespace hpdl::rt;  // the hpdl_fn_ functions below are in no namespace

namespace {

/// The characters besides letters and digits that Java's URLEncoder does not escape. URLEncoder
/// turns a blank into a plus.
constexpr std::string_view kFormMarks = ".-*_ ";

bool IsBlank(char c) {
  return static_cast<unsigned char>(c) <= ' ';
}

std::int64_t Now(const hpdl_eval* eval) {
  return eval->now_ms != nullptr ? eval->now_ms() : NowMs();
}

}  // namespace

std::int32_t hpdl_fn_first_not_null(hpdl_eval*, const hpdl_value* args, hpdl_value* out) {
  *out = args[0].type != HPDL_NULL ? args[0] : args[1];
  return 0;
}

std::int32_t hpdl_fn_concat2(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return hpdl_op_concat(eval, args, 2, out);
}

std::int32_t hpdl_fn_concat3(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return hpdl_op_concat(eval, args, 3, out);
}

std::int32_t hpdl_fn_fail(hpdl_eval* eval, const hpdl_value* args, hpdl_value*) {
  return eval->Fail(std::string(CoerceToString(eval, args[0])));
}

std::int32_t hpdl_fn_append_all(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  std::string_view rest = CoerceToString(eval, args[0]);
  const std::string_view append = CoerceToString(eval, args[1]);
  const std::string_view delimiter = CoerceToString(eval, args[2]);
  // Delimiters at the end are ignored, as in split() of Java.
  while (!delimiter.empty() && rest.ends_with(delimiter)) {
    rest.remove_suffix(delimiter.size());
  }
  std::string result;
  for (;;) {
    const std::size_t at = delimiter.empty() ? std::string_view::npos : rest.find(delimiter);
    result += rest.substr(0, at);
    result += append;
    if (at == std::string_view::npos) {
      break;
    }
    result += delimiter;
    rest.remove_prefix(at + delimiter.size());
  }
  *out = StringValueCopy(eval, result);
  return 0;
}

std::int32_t hpdl_fn_trim(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  std::string_view text = CoerceToString(eval, args[0]);
  while (!text.empty() && IsBlank(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && IsBlank(text.back())) {
    text.remove_suffix(1);
  }
  *out = StringValue(text);
  return 0;
}

std::int32_t hpdl_fn_timestamp(hpdl_eval* eval, const hpdl_value*, hpdl_value* out) {
  constexpr std::size_t kToMinutes = 16;  // the length of 1997-07-16T19:20
  const std::string time = DateAndTime(UtcTimeOf(Now(eval) / 1000), 'T');
  *out = StringValueCopy(eval, time.substr(0, kToMinutes) + "Z");
  return 0;
}

std::int32_t hpdl_fn_timestamp_hws(hpdl_eval* eval, const hpdl_value*, hpdl_value* out) {
  const std::int64_t ms = Now(eval);
  char fraction[16];
  std::snprintf(fraction, sizeof fraction, ".%02dZ", static_cast<int>(ms % 1000 / 10));
  *out = StringValueCopy(eval, DateAndTime(UtcTimeOf(ms / 1000), 'T') + fraction);
  return 0;
}

std::int32_t hpdl_fn_url_encode(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  std::string result = hpdl::PercentEncoded(CoerceToString(eval, args[0]), kFormMarks);
  std::replace(result.begin(), result.end(), ' ', '+');
  *out = StringValueCopy(eval, result);
  return 0;
}
