#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_MOVES_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_MOVES_H_

#include <string>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// Returns the path of the slot database in a state directory.
std::string HostedDatabase(const std::string& state);

/// Imports a directory of Celos or celos-server into a state directory: copies its slots, and moves
/// the submissions that celos-server has begun and not ended. After an error, nothing is imported.
/// It is an error if a process serves one of the two directories. Returns a report for the user,
/// which may have several lines.
Result<std::string> ImportCelos(const std::string& state, const std::string& db);

/// Writes the slots of a state directory to a new directory of Celos. Writes the submissions that
/// have not ended to the place where celos-server looks for them. After an error, nothing is
/// written. It is an error if a process serves one of the two directories. Returns a report for the
/// user, which may have several lines.
Result<std::string> ExportCelos(const std::string& state, const std::string& db);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_MOVES_H_
