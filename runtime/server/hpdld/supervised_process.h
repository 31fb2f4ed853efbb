#ifndef HPDL_RUNTIME_SERVER_HPDLD_SUPERVISED_PROCESS_H_
#define HPDL_RUNTIME_SERVER_HPDLD_SUPERVISED_PROCESS_H_

#include <sys/stat.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/frames.h"
#include "runtime/ground/base/result.h"
#include "runtime/server/processes/fixed_text.h"
#include "runtime/server/processes/message_socket.h"
#include "runtime/server/processes/report_pipe.h"

/// The common parts of the processes that the supervisor starts.
namespace hpdl::rt {

/// The descriptor of the connection with the supervisor.
inline constexpr int kSupervisorSocket = 3;

/// Exit codes: the process cannot serve; the supervisor has not started it.
inline constexpr int kCannotBegin = 1, kNotSupervised = 2;

/// True if the supervisor has started this process. If not, tells the person who started it with
/// `option`.
inline bool IsSupervised(std::string_view option) {
  struct stat info{};
  if (fstat(kSupervisorSocket, &info) == 0 && S_ISSOCK(info.st_mode)) {
    return true;
  }
  std::fprintf(stderr, "hpdld: %s is for internal use by hpdld\n", option.data());
  return false;
}

/// Waits for the supervisor's next message. Returns false if it is not of the type `Message`.
/// `passed`: takes the descriptors of the message.
template <class Message>
bool ReadNext(Message* message, Passed* passed = nullptr) {
  const std::string frame = AwaitMessage(kSupervisorSocket, passed);
  return FrameSize(frame) != 0 && Read(frame, message);
}

/// Waits for the supervisor's first message, and returns the pipe for reports. Returns -1 if it is
/// another message.
inline Descriptor AwaitReportPipe() {
  Passed passed;
  const bool follow = AwaitMessage(kSupervisorSocket, &passed) == kReportsFollow;
  return follow ? std::move(passed.first) : Descriptor();
}

/// Sends an error to the supervisor, as a message that says if the process is ready. Returns the
/// exit code of this process.
template <class Ready>
int CannotBegin(int reports, const Error& error) {
  Ready ready;
  ready.error.SetBegin(error.message);
  SendReport(reports, FixedMessage(ready));
  return kCannotBegin;
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_SUPERVISED_PROCESS_H_
