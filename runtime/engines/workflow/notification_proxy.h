#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFICATION_PROXY_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFICATION_PROXY_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// The job property that names the proxy for all notifications of the job and of its nodes. A job
/// without the property uses the site's oozie.notification.proxy. Section 5 of the specification of
/// Oozie 5.
inline constexpr const char* kNotificationProxy = "oozie.wf.workflow.notification.proxy";

/// Reads HOST:PORT or TYPE@HOST:PORT, where TYPE is http or socks, and returns the form of
/// HttpRequest::proxy: an http proxy, or a SOCKS 5 proxy that resolves names itself. Returns "" for
/// blanks. Errors: "E0701" with the reason, without the text.
Result<std::string> NotificationProxyUrl(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFICATION_PROXY_H_
