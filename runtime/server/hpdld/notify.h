#ifndef HPDL_RUNTIME_SERVER_HPDLD_NOTIFY_H_
#define HPDL_RUNTIME_SERVER_HPDLD_NOTIFY_H_

namespace hpdl::rt {

/// Tells systemd, if it is who has started this process, that it serves (sd_notify(3), READY=1).
void NotifyReady();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_NOTIFY_H_
