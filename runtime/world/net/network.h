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

/// The only interface to the network. libcurl implements it; programs built with --no-network have
/// no implementation.
namespace hpdl::rt {

struct CallbackListen;   // runtime/world/net/callback_server.h
class CallbackListener;  // runtime/world/net/callback_server.h

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

/// One HTTP request. Redirects that are followed keep the method and the body. Headers with secrets
/// go to the first host only.
struct HttpRequest {
  std::string method = "GET";
  std::string url;  ///< http or https
  HttpHeaders headers;
  std::string body;
  std::string body_file;             ///< sent instead of `body` if not empty
  std::string reply_file;            ///< gets a reply of status 2xx, instead of `body`
  std::int64_t connect_ms = 10'000;  ///< limit until the connection is made, TLS included
  std::int64_t total_ms = 60'000;    ///< limit until the end of the reply; 0: no limit
  /// Limit of the time in which the bodies move less than 1,000 bytes a second, rounded up to whole
  /// seconds; 0: no limit. It ends a request whose peer would send a few bytes at a time for ever.
  std::int64_t crawl_ms = 0;
  std::int64_t idle_ms = 60'000;        ///< limit of the time without a byte either way
  std::int64_t reply_limit = 1 << 20;   ///< bytes of `body`; error "HTTP_REPLY_TOO_LONG" if more
  std::int64_t file_limit = INT64_MAX;  ///< bytes of `reply_file`; the same error if more
  /// The proxy for every host, "http://HOST:PORT" or "socks5h://HOST:PORT"; it overrides the
  /// environment. "": the proxy of the environment.
  std::string proxy;
  /// `sha256//` and the base64 hash of a public key. Over TLS only the owner of that key is
  /// trusted, whatever certificates say. "": the certificate authorities of the machine are
  /// trusted.
  std::string key_pin;
  /// The largest number of redirects to follow, to any host. A further redirect is not followed: it
  /// is the reply, with status 3xx.
  int redirects = 0;
  /// Sends the request at most once and on a new connection. If false, a request is sent again when
  /// a kept connection dies before the reply begins, although the server may have seen the request.
  /// Every POST is sent at most once.
  bool once = false;
  /// Only the status counts. `body` stays empty. A body over `reply_limit` is not read to its end,
  /// and this is not an error.
  bool drop_body = false;
};

struct HttpReply {
  int status = 0;
  std::string url;  ///< the URL that answered, after redirects
  HttpHeaders headers;
  std::string body;
  std::string peer;  ///< HOST:PORT of the server that answered
  /// The target of a redirect that was not followed: the whole URL, and its HOST:PORT; "" if there
  /// is no such redirect.
  std::string redirect_url, redirect_peer;

  /// Returns the value of the first header `name`, in any case; null if no header has this name.
  const std::string* Header(std::string_view name) const;
};

/// One message to an SMTP server. The message is in Internet message form with CRLF line ends.
struct MailRequest {
  std::string host;
  std::uint16_t port = 25;
  bool start_tls = false;  ///< fail if the server does not start TLS
  bool implicit_tls = false;
  std::string user, password;  ///< "": no authentication
  std::string from;            ///< envelope addresses, without angle brackets
  std::vector<std::string> to;
  std::string message_file;
  std::int64_t total_ms = 60'000;
};

/// The result of a mail: the server's last code and line, such as 550 "5.1.1 no such user".
struct MailReply {
  int code = 0;
  std::string line;
};

/// Access to the network. Not thread-safe; used on the loop that it was made with. A cancelled task
/// leaves no transfer behind.
class Network {
 public:
  virtual ~Network() = default;
  /// Sends a request. A reply with any status is a success. Errors are kTransient "NET_RESOLVE",
  /// "NET_CONNECT", "NET_TIMEOUT" and "NET_BROKEN", and kNonTransient "NET_TLS", "NET_URL" and
  /// "NET_FILE". The message names host and cause and never a user, password or query.
  virtual Task<Result<HttpReply>> Send(HttpRequest request) = 0;
  /// Sends a message. A refusal by the server is a reply with the server's code. The errors are
  /// those of Send().
  virtual Task<Result<MailReply>> SendMail(MailRequest request) = 0;
};

}  // namespace hpdl::rt

/// The implementation of the network. Emitted code names `hpdl_network_curl`, or null for
/// --no-network, so that the linker includes libcurl only if it is needed.
struct hpdl_network {
  std::unique_ptr<hpdl::rt::Network> (*open)(boost::asio::io_context& loop);
  /// Opens the port for callbacks.
  hpdl::rt::Result<std::unique_ptr<hpdl::rt::CallbackListener>> (*listen)(
      boost::asio::io_context& loop, hpdl::rt::CallbackListen listen);
};

extern "C" const hpdl_network hpdl_network_curl;

#endif  // HPDL_RUNTIME_WORLD_NET_NETWORK_H_
