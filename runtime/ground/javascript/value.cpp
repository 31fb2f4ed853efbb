#include "runtime/ground/javascript/value.h"

#include <cmath>
#include <limits>
#include <utility>

#include "runtime/ground/base/utf8.h"
#include "runtime/ground/javascript/access.h"

namespace hpdl::rt::js {

static_assert(sizeof(JSValue) == 16 && JS_TAG_UNDEFINED == 3);

Value::Value(const Value& other) : context_(other.context_), bits_(other.bits_) {
  if (context_ != nullptr) {
    JS_DupValue(context_, Access::See(*this));
  }
}

Value::Value(Value&& other) noexcept
    : context_(std::exchange(other.context_, nullptr)), bits_(std::exchange(other.bits_, {})) {}

Value& Value::operator=(Value other) noexcept {
  std::swap(context_, other.context_);
  std::swap(bits_, other.bits_);
  return *this;
}

Value::~Value() {
  if (context_ != nullptr) {
    JS_FreeValue(context_, Access::See(*this));
  }
}

bool Value::thrown() const {
  return JS_IsException(Access::See(*this));
}

bool Value::IsUndefined() const {
  return JS_IsUndefined(Access::See(*this));
}

bool Value::IsBoolean() const {
  return JS_IsBool(Access::See(*this));
}

bool Value::IsNumber() const {
  return JS_IsNumber(Access::See(*this));
}

bool Value::IsBigInt() const {
  return JS_IsBigInt(Access::See(*this));
}

bool Value::IsString() const {
  return JS_IsString(Access::See(*this));
}

bool Value::IsObject() const {
  return JS_IsObject(Access::See(*this));
}

bool Value::IsArray() const {
  return JS_IsArray(Access::See(*this));
}

bool Value::IsFunction() const {
  return context_ != nullptr && JS_IsFunction(context_, Access::See(*this));
}

bool Value::Boolean() const {
  return IsBoolean() && JS_VALUE_GET_BOOL(Access::See(*this));
}

double Value::Number() const {
  double number = 0;
  return IsNumber() && JS_ToFloat64(context_, &number, Access::See(*this)) == 0 ? number : 0;
}

std::int64_t Value::Integer() const {
  std::int64_t integer = 0;
  if (IsBigInt()) {
    JS_ToBigInt64(context_, &integer, Access::See(*this));
  } else if (IsNumber()) {
    JS_ToInt64(context_, &integer, Access::See(*this));
  }
  return integer;
}

std::string Value::Text() const {
  std::size_t size = 0;
  const char* text = IsString() ? JS_ToCStringLen(context_, &size, Access::See(*this)) : nullptr;
  if (text == nullptr) {
    return {};
  }
  std::string valid = ValidUtf8({text, size});
  JS_FreeCString(context_, text);
  return valid;
}

Value Value::Get(const char* name) const {
  return context_ == nullptr
             ? Value()
             : Access::Own(context_, JS_GetPropertyStr(context_, Access::See(*this), name));
}

Value Value::At(std::uint32_t index) const {
  return context_ == nullptr
             ? Value()
             : Access::Own(context_, JS_GetPropertyUint32(context_, Access::See(*this), index));
}

std::uint32_t Value::Length() const {
  std::int64_t length = 0;
  if (IsArray()) {
    JS_GetLength(context_, Access::See(*this), &length);
  }
  return static_cast<std::uint32_t>(length);
}

}  // namespace hpdl::rt::js
