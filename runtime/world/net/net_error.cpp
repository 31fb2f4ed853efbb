#include "runtime/world/net/net_error.h"

#include <algorithm>
#include <cstring>

namespace hpdl::rt {
namespace {

struct Meaning {
  const char* code;
  ErrorClass error_class = ErrorClass::kTransient;
};

/// True if the server broke off the TLS handshake. The cause is then not a certificate that this
/// program rejects.
bool CutOff(const char* said) {
  return std::strstr(said, "SSL_ERROR_SYSCALL") != nullptr ||
         std::strstr(said, "unexpected eof") != nullptr || std::strstr(said, "reset") != nullptr;
}

/// True if the reply is not HTTP. libcurl takes such a reply for HTTP version 0.9.
bool NotHttp(const char* said) {
  return std::strstr(said, "HTTP/0.9") != nullptr;
}

Meaning MeaningOf(CURLcode code, const char* said) {
  switch (code) {
    case CURLE_UNSUPPORTED_PROTOCOL:
      if (NotHttp(said)) {
        return {"NET_BROKEN"};
      }
      [[fallthrough]];
    case CURLE_URL_MALFORMAT:
      return {"NET_URL", ErrorClass::kNonTransient};
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
      return {"NET_RESOLVE"};
    case CURLE_COULDNT_CONNECT:
    case CURLE_PROXY:
    case CURLE_FAILED_INIT:
    case CURLE_OUT_OF_MEMORY:
      return {"NET_CONNECT"};
    case CURLE_OPERATION_TIMEDOUT:
      return {"NET_TIMEOUT"};
    case CURLE_SSL_CONNECT_ERROR:
      if (CutOff(said)) {
        return {"NET_BROKEN"};
      }
      return {"NET_TLS", ErrorClass::kNonTransient};
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
    case CURLE_USE_SSL_FAILED:
      return {"NET_TLS", ErrorClass::kNonTransient};
    default:
      return {"NET_BROKEN"};
  }
}

std::string Part(CURLU* parts, CURLUPart part, unsigned flags) {
  char* text = nullptr;
  std::string result;
  if (curl_url_get(parts, part, &text, flags) == CURLUE_OK) {
    result = text;
  }
  curl_free(text);
  return result;
}

}  // namespace

std::string Authority(const std::string& url) {
  CURLU* parts = curl_url();
  std::string result;
  if (parts != nullptr && curl_url_set(parts, CURLUPART_URL, url.c_str(), 0) == CURLUE_OK) {
    result = Part(parts, CURLUPART_HOST, 0);
    if (const std::string port = Part(parts, CURLUPART_PORT, CURLU_DEFAULT_PORT); !port.empty()) {
      result += ":" + port;
    }
  }
  curl_url_cleanup(parts);
  return result;
}

Error NetError(CURLcode code, const std::string& peer, const char* said) {
  const Meaning meaning = MeaningOf(code, said);
  std::string cause = *said == '\0' ? curl_easy_strerror(code) : said;
  if (code == CURLE_URL_MALFORMAT) {
    // libcurl's own message is not used, because it may quote a part of the URL.
    cause = "malformed URL";
  } else if (code == CURLE_UNSUPPORTED_PROTOCOL) {
    cause = NotHttp(said) ? "the reply is not HTTP" : "the URL is neither http nor https";
  }
  cause.resize(std::min(cause.find_last_not_of(" \r\n") + 1, cause.find('\n')));
  return Error{meaning.error_class, meaning.code, peer.empty() ? cause : peer + ": " + cause};
}

}  // namespace hpdl::rt
