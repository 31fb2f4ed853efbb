#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_FAILURE_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_FAILURE_H_

#include <string>

#include "runtime/programs/client/failure.h"

/// What goes wrong in an import, and what is known then.
namespace hpdl::client {

/// The import says no.
Error Refused(const std::string& why);

/// Whether a server has said no, or nobody was asked. Else it is not known what has become of a
/// request.
bool IsRefusal(const Error& error);

/// An action has begun meanwhile.
bool HasMoved(const Error& error);

/// `error`, with more said.
Error With(const Error& error, const std::string& what);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_FAILURE_H_
