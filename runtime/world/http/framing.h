#ifndef HPDL_RUNTIME_WORLD_HTTP_FRAMING_H_
#define HPDL_RUNTIME_WORLD_HTTP_FRAMING_H_

#include <boost/beast/http/fields.hpp>
#include <boost/beast/http/message.hpp>
#include <optional>

#include "runtime/world/http/http_server.h"

namespace hpdl::rt::http_internal {

/// Refuses a request that a proxy in front of this server may read in another way: the end of its
/// body or its host is not certain (RFC 9112, sections 3.2, 6.1 and 6.3). Returns nullopt if the
/// request is sound.
std::optional<HttpAnswer> RefuseFraming(
    const boost::beast::http::header<true, boost::beast::http::fields>& header);

}  // namespace hpdl::rt::http_internal

#endif  // HPDL_RUNTIME_WORLD_HTTP_FRAMING_H_
