#ifndef HPDL_RUNTIME_SERVER_HPDLD_LOG_FILE_H_
#define HPDL_RUNTIME_SERVER_HPDLD_LOG_FILE_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// A file that lines are put behind, for its owner alone; made if it is missing.
Result<Descriptor> OpenLog(const std::string& path);

/// The logs that are files.
struct LogFiles {
  std::string log, access_log;  ///< their paths; "": none
  Descriptor access;            ///< of the second; the first one is standard error

  /// Opens them, also anew. One that cannot be opened goes on as it was.
  Result<void> Open();
};

/// A request that was answered.
struct AccessLine {
  std::int64_t begun_ms = 0;  ///< since 1970
  std::int64_t took_ms = 0;
  std::string peer, user;  ///< "": not known
  std::string_view method, target;
  int status = 0;
  std::size_t size = 0;  ///< of the answer's body, in bytes
};

/// `2026-11-21T07:05:33.042Z 127.0.0.1 joe "PUT /oozie/v2/job/ID?action=kill" 200 0 12`, with its
/// end. Of the query only action and show are there, and of a callback's path not its secret.
std::string TextOf(const AccessLine& line);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_LOG_FILE_H_
