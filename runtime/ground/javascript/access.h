#ifndef HPDL_RUNTIME_GROUND_JAVASCRIPT_ACCESS_H_
#define HPDL_RUNTIME_GROUND_JAVASCRIPT_ACCESS_H_

#include <quickjs.h>

#include <bit>
#include <utility>

#include "runtime/ground/javascript/value.h"

namespace hpdl::rt::js {

/// Between our values and those of the engine; only sources of this room include this.
class Access {
 public:
  /// Takes over the reference.
  static Value Own(JSContext* context, JSValue value) {
    return {context, std::bit_cast<Value::Bits>(value)};
  }
  static Value Share(JSContext* context, JSValueConst value) {
    return Own(context, JS_DupValue(context, value));
  }
  /// Without a reference.
  static JSValue See(const Value& value) { return std::bit_cast<JSValue>(value.bits_); }
  /// Gives the reference up.
  static JSValue Give(Value value) {
    return std::bit_cast<JSValue>(std::exchange(value.bits_, {}));
  }
};

}  // namespace hpdl::rt::js

#endif  // HPDL_RUNTIME_GROUND_JAVASCRIPT_ACCESS_H_
