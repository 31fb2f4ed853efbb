#ifndef HPDL_RUNTIME_WORLD_NET_NETWORK_H_
#define HPDL_RUNTIME_WORLD_NET_NETWORK_H_

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"

/// The one seam to the network. Behind it is libcurl; programs built with --no-network have nothing
/// behind it.
namespace hpdl::rt {

struct CallbackListen;   // runtime/world/net/callback_server.h
class CallbackListener;  // runtime/world/net/callback_server.h

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

/// One HTTP request. Redirects that are followed keep method and body; headers that carry secrets
/// go to the first host only.
struct HttpRequest {
  std::string method = "GET";
  std::string url;  ///< http or https
  HttpHeaders headers;
  std::string body;
  std::string body_file;   ///< sent instead of `body` if not empty
  std::string reply_file;  ///< a reply of status 2xx is written there instead of into `body`
  std::int64_t connect_ms = 10'000;  ///< until the connection, with TLS, stands
  std::int64_t total_ms = 60'000;    ///< until the end of the reply; 0: no limit
  /// With less than 1,000 bytes of the bodies a second, in whole seconds; 0: no limit. Who lets
  /// bytes drop would else hold a request for ever.
  std::int64_t crawl_ms = 0;
  std::int64_t idle_ms = 60'000;        ///< without a byte either way
  std::int64_t reply_limit = 1 << 20;   ///< bytes of `body`; more is an error "HTTP_REPLY_TOO_LONG"
  std::int64_t file_limit = INT64_MAX;  ///< of `reply_file`, likewise
  /// "http://HOST:PORT" or "socks5h://HOST:PORT": goes by it to every host, whatever the
  /// environment says. Empty: as the environment says.
  std::string proxy;
  /// `sha256//` and base64 of the hash of a public key: over TLS whoever has that key is trusted,
  /// and nobody else, whatever certificates say. Empty: the authorities of the machine count.
  std::string key_pin;
  int redirects = 0;  ///< followed at most, to any host; more is a reply with status 3xx
  /// Sent at most once, whatever becomes of the connection: it gets a new one. Other requests are
  /// sent again by themselves if a kept connection dies before the reply begins, which does not say
  /// that the server has not seen them. Every POST is such a request.
  bool once = false;
  /// Only the status counts: `body` stays empty, and one over `reply_limit` is not read to its end,
  /// which is no error.
  bool drop_body = false;
};

struct HttpReply {
  int status = 0;
  std::string url;  ///< that answered, after redirects
  HttpHeaders headers;
  std::string body;
  std::string peer;  ///< HOST:PORT that answered
  /// Where a redirect that was not followed leads: the whole URL, and HOST:PORT of it; else empty.
  std::string redirect_url, redirect_peer;

  /// The value of the first header `name`, in any case; null if there is none.
  const std::string* Header(std::string_view name) const;
};

/// One message to an SMTP server, already in Internet message form with CRLF line ends.
struct MailRequest {
  std::string host;
  std::uint16_t port = 25;
  bool start_tls = false;  ///< refuse to go on without it
  bool implicit_tls = false;
  std::string user, password;  ///< empty: no authentication
  std::string from;            ///< envelope addresses, without angle brackets
  std::vector<std::string> to;
  std::string message_file;
  std::int64_t total_ms = 60'000;
};

/// What came of a mail: the server's last code and line, e.g. 550 "5.1.1 no such user".
struct MailReply {
  int code = 0;
  std::string line;
};

/// Not thread-safe; used on the loop that it was made with. A cancelled task leaves no transfer.
class Network {
 public:
  virtual ~Network() = default;
  /// Any status is a reply. Errors are kTransient, code "NET_RESOLVE", "NET_CONNECT",
  /// "NET_TIMEOUT", "NET_BROKEN", except "NET_TLS" and "NET_URL", which are kNonTransient; the
  /// message names host and cause and never a user, password or query.
  virtual Task<Result<HttpReply>> Send(HttpRequest request) = 0;
  /// A refusal by the server is a reply with its code; errors as above.
  virtual Task<Result<MailReply>> SendMail(MailRequest request) = 0;
};

}  // namespace hpdl::rt

/// What is behind the seam. Emitted code names `hpdl_network_curl`, or null for --no-network, so
/// that the linker brings in libcurl only then.
struct hpdl_network {
  std::unique_ptr<hpdl::rt::Network> (*open)(boost::asio::io_context& loop);
  /// Opens the port that callbacks come to.
  hpdl::rt::Result<std::unique_ptr<hpdl::rt::CallbackListener>> (*listen)(
      boost::asio::io_context& loop, hpdl::rt::CallbackListen listen);
};

extern "C" const hpdl_network hpdl_network_curl;

#endif  // HPDL_RUNTIME_WORLD_NET_NETWORK_H_
