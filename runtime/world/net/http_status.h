#ifndef HPDL_RUNTIME_WORLD_NET_HTTP_STATUS_H_
#define HPDL_RUNTIME_WORLD_NET_HTTP_STATUS_H_

namespace hpdl::rt {

/// The name under which the headers of a reply have the words behind its status, "Not Found". No
/// header can have this name.
inline constexpr const char* kReasonField = ":reason";

/// Whether the same request may be answered well later: 5xx, and what a server, or a gateway in
/// front of it, says that has too much to do.
constexpr bool MayPass(int status) {
  return status >= 500 || status == 408 || status == 425 || status == 429;
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_NET_HTTP_STATUS_H_
