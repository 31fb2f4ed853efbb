#ifndef HPDL_RUNTIME_GROUND_JAVASCRIPT_ACCESS_H_
#define HPDL_RUNTIME_GROUND_JAVASCRIPT_ACCESS_H_

#include <quickjs.h>

#include <bit>
#include <utility>

#include "runtime/ground/javascript/value.h"

namespace hpdl::rt::js {

/// Converts between Value and the engine's JSValue. Only the sources of this folder include this
/// header.
class Access {
 public:
  /// Makes a Value that takes over the caller's reference to `value`.
  static Value Own(JSContext* context, JSValue value) {
    return {context, std::bit_cast<Value::Bits>(value)};
  }
  static Value Share(JSContext* context, JSValueConst value) {
    return Own(context, JS_DupValue(context, value));
  }
  /// Returns the JSValue without a new reference.
  static JSValue See(const Value& value) { return std::bit_cast<JSValue>(value.bits_); }
  /// Returns the JSValue together with the reference that `value` had.
  static JSValue Give(Value value) {
    return std::bit_cast<JSValue>(std::exchange(value.bits_, {}));
  }
};

}  // namespace hpdl::rt::js

#endif  // HPDL_RUNTIME_GROUND_JAVASCRIPT_ACCESS_H_
