#ifndef HPDL_RUNTIME_SERVER_WORK_SERVER_LOG_H_
#define HPDL_RUNTIME_SERVER_WORK_SERVER_LOG_H_

#include <functional>
#include <string_view>

namespace hpdl::rt {

enum class LogLevel { kError, kWarning, kInfo, kDebug };

/// Takes one line for the log, without its line end.
using ServerLog = std::function<void(LogLevel, std::string_view)>;

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_WORK_SERVER_LOG_H_
