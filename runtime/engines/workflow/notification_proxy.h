#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFICATION_PROXY_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFICATION_PROXY_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// The job property that holds the proxy for all notifications of the job and of its nodes (Oozie
/// 5's specification, section 5). A job without the property uses the site's
/// oozie.notification.proxy.
inline constexpr const char* kNotificationProxy = "oozie.wf.workflow.notification.proxy";

/// Reads HOST:PORT or TYPE@HOST:PORT, where TYPE is http or socks. Returns a value for
/// HttpRequest::proxy: an http proxy, or a SOCKS 5 proxy that resolves names itself. Returns "" if
/// the text is blank, and "E0701" if the text is invalid; the message does not contain the text.
Result<std::string> NotificationProxyUrl(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFICATION_PROXY_H_
