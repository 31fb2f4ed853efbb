#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_FAILURE_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_FAILURE_H_

#include <string>

#include "runtime/ground/base/result.h"

/// How commands of Oozie's client fail. The kind decides what is printed; it stands in the `code`
/// of the Error, and all are of class kError.
namespace hpdl::client {

using rt::Error;
using rt::Result;

/// The command line cannot be understood: "Invalid sub-command: ...", and where help is.
Error SyntaxFailure(std::string message);

/// The command line is understood and makes no sense: "Error: ...".
Error UsageFailure(std::string message);

/// What a server said, or that it said nothing: "Error: CODE : MESSAGE".
Error ServerFailure(std::string code, std::string message);

/// That of a connection, by a class of Java: code "IO_ERROR".
Error NetworkFailure(const std::string& java_class, const std::string& message);

/// What the Java client dies of. It prints a class of Java, the message, where it was, and the
/// message again; people and scripts know these texts, so they are printed but for the places.
Error ThrownFailure(std::string java_class, std::string message);

/// The same for a number that is none, "abc".
Error NumberFailure(const std::string& text);

/// The two parts as the client joins them, "CODE : MESSAGE".
std::string CodeAndMessage(const Error& error);

/// Prints it to standard error. The exit code, which is 255 for each.
int ReportFailure(const Error& error);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_FAILURE_H_
