#ifndef HPDL_RUNTIME_WORLD_NET_HTTP_STATUS_H_
#define HPDL_RUNTIME_WORLD_NET_HTTP_STATUS_H_

namespace hpdl::rt {

/// The name under which a reply's headers also hold the reason of the status, such as "Not Found".
/// No real header can have this name.
inline constexpr const char* kReasonField = ":reason";

/// True if the same request may succeed later: for every 5xx status, and for 408, 425 and 429, with
/// which servers and gateways report overload.
constexpr bool MayPass(int status) {
  return status >= 500 || status == 408 || status == 425 || status == 429;
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_NET_HTTP_STATUS_H_
