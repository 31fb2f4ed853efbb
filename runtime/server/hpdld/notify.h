#ifndef HPDL_RUNTIME_SERVER_HPDLD_NOTIFY_H_
#define HPDL_RUNTIME_SERVER_HPDLD_NOTIFY_H_

#include <chrono>
#include <string_view>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/result.h"

/// Talks with systemd through variables of the environment and a socket. The functions do nothing
/// if systemd has not started this process.
namespace hpdl::rt {

/// Tells systemd the state of this process (sd_notify(3)): "READY=1", "STOPPING=1", "WATCHDOG=1".
void NotifySystemd(std::string_view state);

/// Returns the time within which systemd expects the next "WATCHDOG=1"; 0: systemd expects nothing.
std::chrono::microseconds WatchdogTime();

/// Takes the socket on which systemd listens for this process (sd_listen_fds(3)). Descriptor 3 is
/// also the input of a child, so the function moves the socket to a higher descriptor. It also
/// hides the socket from children. Returns -1 if there is no socket, and an error if there is more
/// than one.
Result<Descriptor> TakeListeningSocket();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_NOTIFY_H_
