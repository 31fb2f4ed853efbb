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

/// Reads HOST:PORT or TYPE@HOST:PORT as Oozie does. Returns a value for HttpRequest::proxy: a SOCKS
/// 5 proxy that resolves names itself if TYPE is socks, and else an http proxy. Returns "", for no
/// proxy, if the text has no colon, or if the text after its last colon is not a number. Returns
/// "E0701" if the host or the port cannot exist; the message does not contain the text.
Result<std::string> NotificationProxyUrl(std::string_view text);

/// Returns a sentence for the user if NotificationProxyUrl() does not take the text as it is
/// written, and "" if it does. The sentence does not contain the text.
std::string NotificationProxyComplaint(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFICATION_PROXY_H_
