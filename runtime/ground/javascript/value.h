#ifndef HPDL_RUNTIME_GROUND_JAVASCRIPT_VALUE_H_
#define HPDL_RUNTIME_GROUND_JAVASCRIPT_VALUE_H_

#include <cstdint>
#include <string>
#include <vector>

struct JSContext;

namespace hpdl::rt::js {

/// A value of a script. It keeps what it stands for alive, and must go before its Context does.
///
/// What a script throws is told by a value too: thrown() is true then, nothing else can be done
/// with it, and the Context has what was thrown until it is taken (Context::TakeThrown) or goes on
/// to the script that has called.
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
  bool IsObject() const;  ///< arrays and functions, too
  bool IsArray() const;
  bool IsFunction() const;

  bool Boolean() const;          ///< of a boolean; else false
  double Number() const;         ///< of a number; else 0
  std::int64_t Integer() const;  ///< of a BigInt, its last 64 bits; of a number, cut; else 0
  std::string Text() const;  ///< of a string, as UTF-8 (half a surrogate pair is U+FFFD); else ""

  /// A member. Getters of the script may run.
  Value Get(const char* name) const;
  Value At(std::uint32_t index) const;
  std::uint32_t Length() const;  ///< of an array; else 0
  /// Calls a function with `this` undefined.
  Value Call(const std::vector<Value>& arguments) const;

 private:
  friend class Context;
  friend class Access;
  /// What the engine calls a JSValue; no header of the engine is seen here.
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
