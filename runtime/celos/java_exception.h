#ifndef HPDL_RUNTIME_CELOS_JAVA_EXCEPTION_H_
#define HPDL_RUNTIME_CELOS_JAVA_EXCEPTION_H_

#include <string>
#include <string_view>
#include <utility>

#include "runtime/base/result.h"

/// What Celos answers and logs when something is wrong begins with the name of a Java class. Errors
/// of this room have it as their code.
namespace hpdl::rt::celos {

inline constexpr std::string_view kIllegalArgument = "java.lang.IllegalArgumentException";
inline constexpr std::string_view kIllegalState = "java.lang.IllegalStateException";
inline constexpr std::string_view kIllegalFieldValue = "org.joda.time.IllegalFieldValueException";
inline constexpr std::string_view kArithmetic = "java.lang.ArithmeticException";

/// An error of which Celos would say `<java_class>: <message>`.
inline Error JavaException(std::string_view java_class, std::string message) {
  return {ErrorClass::kError, std::string(java_class), std::move(message)};
}

/// `java.lang.IllegalStateException: Slot must be ...`
inline std::string ExceptionText(const Error& error) {
  return error.code + ": " + error.message;
}

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_CELOS_JAVA_EXCEPTION_H_
