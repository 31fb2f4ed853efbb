#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_FAILURE_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_FAILURE_H_

#include <string>

#include "runtime/programs/client/failure.h"

/// The failures of an import, and functions that classify them.
namespace hpdl::client {

/// Returns the failure for an import that the client refuses without asking a server.
Error Refused(const std::string& why);

/// True if the request certainly had no effect, because a server or the client has refused it.
/// False if the result of the request is unknown.
bool IsRefusal(const Error& error);

/// True if the error is E1022, which means that an action of the old job has begun during the
/// import.
bool HasMoved(const Error& error);

/// Returns `error` with `what` added to its message.
Error With(const Error& error, const std::string& what);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_FAILURE_H_
