#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_FAILURE_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_FAILURE_H_

#include <string>

#include "runtime/ground/base/result.h"

/// The failures of the commands of Oozie's client. All are of class kError; the error's `code`
/// holds the kind of failure and decides how it is printed.
namespace hpdl::client {

using rt::Error;
using rt::Result;

/// The command line cannot be parsed. Printed as "Invalid sub-command: ...", with a hint to the
/// help.
Error SyntaxFailure(std::string message);

/// The command line can be parsed but makes no sense. Printed as "Error: ...".
Error UsageFailure(std::string message);

/// The server answered with an error, or did not answer. Printed as "Error: CODE : MESSAGE".
Error ServerFailure(std::string code, std::string message);

/// A failure of the connection, with the name of a Java class in the message. The code is
/// "IO_ERROR".
Error NetworkFailure(const std::string& java_class, const std::string& message);

/// A failure that ends the Java client with an exception. That client prints the exception's class,
/// the message, the stack trace and the message again. People and scripts know these texts, so they
/// are printed, except for the stack trace.
Error ThrownFailure(std::string java_class, std::string message);

/// A NumberFormatException of Java for a text that is not a number, such as "abc".
Error NumberFailure(const std::string& text);

/// Returns the code and the message as the client joins them: "CODE : MESSAGE".
std::string CodeAndMessage(const Error& error);

/// Prints the failure to standard error. Returns the exit code, which is always 255.
int ReportFailure(const Error& error);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_FAILURE_H_
