#ifndef HPDL_RUNTIME_GROUND_VALUE_VALUES_H_
#define HPDL_RUNTIME_GROUND_VALUE_VALUES_H_

#include <cstdint>
#include <string_view>

#include "runtime/ground/value/eval.h"

/// Functions that make and read hpdl_value. They do not copy strings, so the bytes of a string must
/// live as long as its hpdl_value.
namespace hpdl::rt {

inline hpdl_value NullValue() {
  hpdl_value v{};
  v.type = HPDL_NULL;
  return v;
}
inline hpdl_value BooleanValue(bool b) {
  hpdl_value v{};
  v.type = HPDL_BOOLEAN;
  v.as.i = b ? 1 : 0;
  return v;
}
inline hpdl_value LongValue(std::int64_t i) {
  hpdl_value v{};
  v.type = HPDL_LONG;
  v.as.i = i;
  return v;
}
inline hpdl_value DoubleValue(double d) {
  hpdl_value v{};
  v.type = HPDL_DOUBLE;
  v.as.d = d;
  return v;
}
inline hpdl_value StringValue(std::string_view s) {
  hpdl_value v{};
  v.type = HPDL_STRING;
  v.size = static_cast<std::uint32_t>(s.size());
  v.as.s = s.data();
  return v;
}
/// Makes a string value from a copy of `s` in the arena of the evaluation.
inline hpdl_value StringValueCopy(hpdl_eval* eval, std::string_view s) {
  return StringValue(eval->arena.Copy(s));
}
inline hpdl_value MapValue(const hpdl_map* m) {
  hpdl_value v{};
  v.type = HPDL_MAP;
  v.as.m = m;
  return v;
}

/// Returns the bytes of an HPDL_STRING.
inline std::string_view TextOf(const hpdl_value& v) {
  return {v.as.s, v.size};
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_VALUE_VALUES_H_
