#ifndef HPDL_RUNTIME_SERVER_HPDLD_NOTIFY_H_
#define HPDL_RUNTIME_SERVER_HPDLD_NOTIFY_H_

#include <chrono>
#include <string_view>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/result.h"

/// What systemd and a service that it has started say to each other, by the environment and a
/// socket. All of it does nothing where somebody else has started this process.
namespace hpdl::rt {

/// Tells how this process is (sd_notify(3)): "READY=1", "STOPPING=1", "WATCHDOG=1".
void NotifySystemd(std::string_view state);

/// How often it wants to hear "WATCHDOG=1" at least; 0: never.
std::chrono::microseconds WatchdogTime();

/// The socket that it listens on for this process (sd_listen_fds(3)), above the standard
/// descriptors and that of children's input; none if there is none. Children do not get to know of
/// it. An error for more than one.
Result<Descriptor> TakeListeningSocket();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_NOTIFY_H_
