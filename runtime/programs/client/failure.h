#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_FAILURE_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_FAILURE_H_

#include <string>

#include "runtime/ground/base/result.h"

/// The failures of the commands of Oozie's client. All failures are of class kError. The error's
/// `code` is the kind of the failure; it decides how ReportFailure() prints the failure.
namespace hpdl::client {

using rt::Error;
using rt::Result;

/// Returns the failure of a command line that cannot be parsed. It is printed as "Invalid
/// sub-command: ...", with a hint to the help.
Error SyntaxFailure(std::string message);

/// Returns the failure of a command line that can be parsed but makes no sense. It is printed as
/// "Error: ...".
Error UsageFailure(std::string message);

/// Returns the failure of a request to which the server answered with an error, or did not answer.
/// It is printed as "Error: CODE : MESSAGE".
Error ServerFailure(std::string code, std::string message);

/// Returns the failure of a connection, with the name of a Java class in the message. The code is
/// "IO_ERROR".
Error NetworkFailure(const std::string& java_class, const std::string& message);

/// Returns a failure for which the Java client ends with an exception. The Java client prints the
/// exception's class, the message, the stack trace and the message again. Scripts may depend on
/// this output, so this client prints the same except for the stack trace.
Error ThrownFailure(std::string java_class, std::string message);

/// Returns the failure for a text that is not a number, such as "abc". It looks like Java's
/// NumberFormatException.
Error NumberFailure(const std::string& text);

/// Returns the code and the message as the client joins them: "CODE : MESSAGE".
std::string CodeAndMessage(const Error& error);

/// Prints the failure to standard error. Returns the exit code, which is always 255.
int ReportFailure(const Error& error);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_FAILURE_H_
