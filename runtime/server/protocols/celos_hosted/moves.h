#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_MOVES_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_MOVES_H_

#include <string>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// The database of slots in a state directory.
std::string HostedDatabase(const std::string& state);

/// Takes a directory of Celos, or of celos-server, over into a state directory, with submissions
/// that celos-server has begun and not ended. All of it, or nothing. Nobody serves either of them
/// meanwhile: an error. Gives what is to be told, in lines.
Result<std::string> ImportCelos(const std::string& state, const std::string& db);

/// Writes a directory of Celos, which is not there yet, and submissions that have not ended to
/// where celos-server looks for them. Likewise.
Result<std::string> ExportCelos(const std::string& state, const std::string& db);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_MOVES_H_
