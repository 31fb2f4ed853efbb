#ifndef HPDL_RUNTIME_RULES_CELOS_JAVA_EXCEPTION_H_
#define HPDL_RUNTIME_RULES_CELOS_JAVA_EXCEPTION_H_

#include <string>
#include <string_view>
#include <utility>

#include "runtime/ground/base/result.h"

/// Errors with the names of Java classes. Celos begins its responses and log lines about an error
/// with the name of a class. In this folder, the code of an error is this name.
namespace hpdl::rt::celos {

inline constexpr std::string_view kIllegalArgument = "java.lang.IllegalArgumentException";
inline constexpr std::string_view kIllegalState = "java.lang.IllegalStateException";
inline constexpr std::string_view kIllegalFieldValue = "org.joda.time.IllegalFieldValueException";
inline constexpr std::string_view kArithmetic = "java.lang.ArithmeticException";
inline constexpr std::string_view kRuntimeException = "java.lang.RuntimeException";
inline constexpr std::string_view kNullPointer = "java.lang.NullPointerException";
inline constexpr std::string_view kClassCast = "java.lang.ClassCastException";
inline constexpr std::string_view kIoException = "java.io.IOException";
inline constexpr std::string_view kExternalService =
    "com.collective.celos.ExternalServiceException";
/// In Java, a stack overflow is not an Exception but an Error. This error ends the whole step of
/// the scheduler.
inline constexpr std::string_view kStackOverflow = "java.lang.StackOverflowError";

/// Returns an error that Celos would report as `<java_class>: <message>`.
inline Error JavaException(std::string_view java_class, std::string message) {
  return {ErrorClass::kError, std::string(java_class), std::move(message)};
}

/// Returns a text such as `java.lang.IllegalStateException: Slot must be ...`. Without a message
/// the text is only the class.
inline std::string ExceptionText(const Error& error) {
  if (error.code.empty()) {
    return error.message;
  }
  return error.message.empty() ? error.code : error.code + ": " + error.message;
}

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_JAVA_EXCEPTION_H_
