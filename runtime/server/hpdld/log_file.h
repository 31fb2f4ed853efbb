#ifndef HPDL_RUNTIME_SERVER_HPDLD_LOG_FILE_H_
#define HPDL_RUNTIME_SERVER_HPDLD_LOG_FILE_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// Opens a file for appending lines. Makes the file, for its owner only, if it is missing.
Result<Descriptor> OpenLog(const std::string& path);

/// The log files.
struct LogFiles {
  std::string log, access_log;  ///< the paths; "": no file
  /// The open access log. The file `log` is opened as standard error, so this struct has no
  /// descriptor of it.
  Descriptor access;

  /// Opens the logs, or opens them again. If a log cannot be opened, its old file stays open.
  Result<void> Open();
};

/// An answered request.
struct AccessLine {
  std::int64_t begun_ms = 0;  ///< milliseconds since 1970
  std::int64_t took_ms = 0;
  std::string peer, user;  ///< "": unknown
  std::string_view method, target;
  int status = 0;
  std::size_t size = 0;  ///< number of bytes in the answer's body
};

/// Returns the request's line of the access log, with its line feed: `2026-11-21T07:05:33.042Z
/// 127.0.0.1 joe "PUT /oozie/v2/job/ID?action=kill" 200 0 12`. The line shows only the parameters
/// `action` and `show` of the query. It does not show the secret in a callback's path.
std::string TextOf(const AccessLine& line);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_LOG_FILE_H_
