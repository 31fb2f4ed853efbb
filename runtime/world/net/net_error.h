#ifndef HPDL_RUNTIME_WORLD_NET_NET_ERROR_H_
#define HPDL_RUNTIME_WORLD_NET_NET_ERROR_H_

#include <curl/curl.h>

#include <string>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// Returns the "host:port" of a URL, as in error messages and HttpReply::peer. Returns "" if the
/// text is not a URL.
std::string Authority(const std::string& url);

/// Converts a failure of libcurl to the error of the action. `peer` is a host and port; `said` is
/// the message of libcurl, or "".
Error NetError(CURLcode code, const std::string& peer, const char* said);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_NET_NET_ERROR_H_
