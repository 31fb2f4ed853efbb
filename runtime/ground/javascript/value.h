#ifndef HPDL_RUNTIME_GROUND_JAVASCRIPT_VALUE_H_
#define HPDL_RUNTIME_GROUND_JAVASCRIPT_VALUE_H_

#include <cstdint>
#include <string>
#include <vector>

struct JSContext;

namespace hpdl::rt::js {

/// A value of a script. It keeps the object that it refers to alive, and must be destroyed before
/// its Context. A Value can also stand for an exception. Then thrown() is true, and the other
/// functions have no useful result. The Context keeps the exception until Context::TakeThrown()
/// takes it, or until a host function returns the Value to the script.
class Value {
 public:
  Value() = default;  ///< undefined
  Value(const Value& other);
  Value(Value&& other) noexcept;
  Value& operator=(Value other) noexcept;
  ~Value();

  bool thrown() const;
  bool IsUndefined() const;
  bool IsBoolean() const;
  bool IsNumber() const;
  bool IsBigInt() const;
  bool IsString() const;
  bool IsObject() const;  ///< also true for arrays and functions
  bool IsArray() const;
  bool IsFunction() const;

  bool Boolean() const;   ///< the value of a boolean, else false
  double Number() const;  ///< the value of a number, else 0
  /// Returns the lowest 64 bits of a BigInt, or a number without its fraction. Returns 0 for other
  /// types.
  std::int64_t Integer() const;
  /// Returns a string as UTF-8, with U+FFFD for half a surrogate pair. Returns "" for other types.
  std::string Text() const;

  /// Returns a member. The member may be a getter, which then runs code of the script.
  Value Get(const char* name) const;
  Value At(std::uint32_t index) const;
  std::uint32_t Length() const;  ///< the length of an array, else 0
  /// Calls a function with `this` undefined.
  Value Call(const std::vector<Value>& arguments) const;

 private:
  friend class Context;
  friend class Access;
  /// The bits of the engine's JSValue. They are declared here so that this header needs no header
  /// of the engine.
  struct Bits {
    std::uint64_t payload = 0;
    std::int64_t tag = 3;  // undefined
  };
  Value(JSContext* context, Bits bits) : context_(context), bits_(bits) {}

  JSContext* context_ = nullptr;
  Bits bits_;
};

}  // namespace hpdl::rt::js

#endif  // HPDL_RUNTIME_GROUND_JAVASCRIPT_VALUE_H_
