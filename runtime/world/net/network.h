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
  std::string body_file;             ///< file that is sent instead of `body`; "": no file
  std::string reply_file;            ///< file for the body of a 2xx reply; "": no file
  std::int64_t connect_ms = 10'000;  ///< time limit until the connection is made, TLS included
  std::int64_t total_ms = 60'000;    ///< time limit until the end of the reply; 0: no limit
  /// The longest time, in milliseconds, for which the transfer may be slower than 1,000 bytes a
  /// second; 0: no limit. It is rounded up to whole seconds. This limit ends a request whose peer
  /// sends a few bytes at a time for ever.
  std::int64_t crawl_ms = 0;
  std::int64_t idle_ms = 60'000;       ///< the longest time without a byte in either direction
  std::int64_t reply_limit = 1 << 20;  ///< maximum size of HttpReply::body in bytes; a longer body
                                       ///< is error "HTTP_REPLY_TOO_LONG"
  /// The largest size of the file `reply_file` in bytes. A longer file is error
  /// "HTTP_REPLY_TOO_LONG".
  std::int64_t file_limit = INT64_MAX;
  /// The proxy for every host, "http://HOST:PORT" or "socks5h://HOST:PORT"; it overrides the
  /// environment. If "", the proxy of the environment is used.
  std::string proxy;
  /// `sha256//` and the base64 hash of a public key. Over TLS only a server that owns that key is
  /// trusted, and certificate authorities are ignored. If "", the certificate authorities of the
  /// machine are trusted.
  std::string key_pin;
  /// The largest number of redirects to follow, to any host. A further redirect is returned as the
  /// reply, with its status 3xx.
  int redirects = 0;
  /// Sends the request at most once and on a new connection. If false, a request is sent again when
  /// a kept connection dies before the reply begins, although the server may have seen the request.
  /// Every POST is sent at most once.
  bool once = false;
  /// Drops the body of the reply, so that `body` stays empty. A body over `reply_limit` is not read
  /// to its end, and this is not an error.
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

  /// Returns the value of the first header with this name, in any case of letters. Returns null if
  /// no header has this name.
  const std::string* Header(std::string_view name) const;
};

/// One message to an SMTP server. The message is in Internet message form with CRLF line ends.
struct MailRequest {
  std::string host;
  std::uint16_t port = 25;
  bool start_tls = false;  ///< the request fails if the server does not start TLS
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

/// Access to the network. Not thread-safe; must be used on the loop with which it was opened. A
/// cancelled task leaves no transfer behind.
class Network {
 public:
  virtual ~Network() = default;
  /// Sends a request. A reply with any status is a success. The errors are kTransient
  /// "NET_RESOLVE", "NET_CONNECT", "NET_TIMEOUT" and "NET_BROKEN", and kNonTransient "NET_TLS",
  /// "NET_URL" and "NET_FILE". The message names host and cause and never a user, password or
  /// query.
  virtual Task<Result<HttpReply>> Send(HttpRequest request) = 0;
  /// Sends a message. A refusal by the server is a reply with the server's code. Fails with the
  /// same errors as Send().
  virtual Task<Result<MailReply>> SendMail(MailRequest request) = 0;
};

}  // namespace hpdl::rt

/// The implementation of the network. The code that hpdlc emits refers to `hpdl_network_curl`, or
/// to null with --no-network. So the linker includes libcurl only if it is needed.
struct hpdl_network {
  std::unique_ptr<hpdl::rt::Network> (*open)(boost::asio::io_context& loop);
  /// Opens the port for callbacks.
  hpdl::rt::Result<std::unique_ptr<hpdl::rt::CallbackListener>> (*listen)(
      boost::asio::io_context& loop, hpdl::rt::CallbackListen listen);
};

extern "C" const hpdl_network hpdl_network_curl;

#endif  // HPDL_RUNTIME_WORLD_NET_NETWORK_H_
