#include "runtime/world/http/framing.h"

#include <algorithm>
#include <string_view>

namespace hpdl::rt::http_internal {
namespace {

namespace http = boost::beast::http;

constexpr unsigned kVersion11 = 11;

/// True for the characters of a host name or address and a port.
bool IsHostCharacter(char c) {
  constexpr std::string_view kOthers = "-._~%!$&'()*+;=:[]";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         kOthers.find(c) != std::string_view::npos;
}

std::optional<HttpAnswer> RefuseHost(const http::header<true, http::fields>& header) {
  const std::size_t hosts = header.count(http::field::host);
  if (hosts > 1) {
    return HttpAnswer{400, "the request has more than one Host field\n"};
  }
  if (hosts == 0 && header.version() >= kVersion11) {
    return HttpAnswer{400, "the request has no Host field\n"};
  }
  const auto host = header[http::field::host];
  if (!std::all_of(host.begin(), host.end(), &IsHostCharacter)) {
    return HttpAnswer{400, "the Host field is not the name of a host\n"};
  }
  return std::nullopt;
}

}  // namespace

std::optional<HttpAnswer> RefuseFraming(const http::header<true, http::fields>& header) {
  const std::size_t encodings = header.count(http::field::transfer_encoding);
  if (encodings > 0) {
    if (header.version() < kVersion11 || header.count(http::field::content_length) > 0) {
      return HttpAnswer{400, "this request may not have a Transfer-Encoding field\n"};
    }
    if (encodings > 1 ||
        !boost::beast::iequals(header[http::field::transfer_encoding], "chunked")) {
      return HttpAnswer{501, "chunked is the only transfer coding that this server knows\n"};
    }
  }
  return RefuseHost(header);
}

}  // namespace hpdl::rt::http_internal
