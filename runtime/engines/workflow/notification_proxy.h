#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFICATION_PROXY_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFICATION_PROXY_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// The job property that names the proxy of all its notifications, of the job and of its nodes; a
/// job without it has the site's oozie.notification.proxy. Section 5 of the specification of Oozie
/// 5.
inline constexpr const char* kNotificationProxy = "oozie.wf.workflow.notification.proxy";

/// HOST:PORT or TYPE@HOST:PORT, TYPE being http or socks, as HttpRequest::proxy wants it: an http
/// proxy, or one of SOCKS 5 that resolves names itself. "" for blanks. Error "E0701": what is wrong
/// with it, without the text.
Result<std::string> NotificationProxyUrl(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFICATION_PROXY_H_
