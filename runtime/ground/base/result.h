#ifndef HPDL_RUNTIME_GROUND_BASE_RESULT_H_
#define HPDL_RUNTIME_GROUND_BASE_RESULT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace hpdl::rt {

/// The class of a failure. It decides what happens to the action and the job (docs/design). There
/// are no other classes.
enum class ErrorClass : std::uint8_t {
  kTransient,     ///< the action is retried automatically
  kNonTransient,  ///< the job is suspended until a person acts
  kError,         ///< the action takes its error transition
  kFatal,         ///< the job fails
  kCorruptStore,  ///< the journal contradicts itself; nothing is changed
};

/// Returns the name that the journal, the command `info` and the manual use for a class:
/// "transient", "non-transient", "error", "fatal" or "corrupt-store".
constexpr std::string_view ErrorClassName(ErrorClass error_class) {
  constexpr std::string_view kNames[] = {"transient", "non-transient", "error", "fatal",
                                         "corrupt-store"};
  return kNames[static_cast<std::size_t>(error_class)];
}

/// A failure: its class, the code that users see ("FS008", "JA018"), and a message of one sentence.
struct Error {
  ErrorClass error_class = ErrorClass::kError;
  std::string code;
  std::string message;
};

/// Returns an error for a failed action that has no more precise code: class kError, code "JA018".
inline Error ActionError(std::string message) {
  return {ErrorClass::kError, "JA018", std::move(message)};
}

/// Either a value or an Error.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}      // NOLINT: implicit on purpose
  Result(Error error) : error_(std::move(error)) {}  // NOLINT
  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }
  const Error& error() const { return error_; }
  Error& error() { return error_; }

 private:
  std::optional<T> value_;
  Error error_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT
  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

}  // namespace hpdl::rt

/// Evaluates an expression of type Result<...>. If it is an error, the enclosing function returns
/// this error.
#define HPDL_TRY(expression)                             \
  if (auto&& hpdl_result = (expression); !hpdl_result) { \
    return hpdl_result.error();                          \
  }
/// Does the same as HPDL_TRY in a coroutine.
#define HPDL_CO_TRY(expression)                          \
  if (auto&& hpdl_result = (expression); !hpdl_result) { \
    co_return hpdl_result.error();                       \
  }

#endif  // HPDL_RUNTIME_GROUND_BASE_RESULT_H_
