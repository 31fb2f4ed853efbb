#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_SESSION_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_SESSION_H_

#include <boost/asio/io_context.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/programs/client/auth_token.h"
#include "runtime/programs/client/failure.h"
#include "runtime/world/net/network.h"

namespace hpdl::client {

/// The time limits and the size limit of a request.
struct Patience {
  std::int64_t connect_ms = 120'000;
  std::int64_t idle_ms = 600'000;  ///< long, because the server may wait for other servers
  std::int64_t total_ms = 0;       ///< limit for the whole request; 0: no limit
  std::int64_t most_reply = 512 << 20;
};

/// The server's URL and the way in which the user logs in.
struct Login {
  std::string url;   ///< the server's URL as the user gave it
  std::string user;  ///< the user of this machine
  std::string home;  ///< folder of the token file
  bool keep_token = true;
  std::optional<std::string> auth;  ///< SIMPLE, KERBEROS or BASIC, in upper or lower case
  std::string authorization;        ///< with BASIC, the value of the Authorization header
  std::optional<std::string> do_as;
  rt::HttpHeaders headers;  ///< added to every request
  int tries = 4;            ///< number of attempts to connect
  bool debug = false;       ///< true if each request is printed
  Patience patience;
};

/// The names and values of a query. A parameter without a value is left out.
using Parameters = std::vector<std::pair<std::string, std::optional<std::string>>>;

/// One request of Oozie's web services.
struct Call {
  std::string method = "GET";
  std::string path;  ///< the path after the version: "jobs", "job/ID"
  Parameters parameters;
  std::optional<int> version;  ///< nullopt: the highest version that client and server support
  std::string body;
  bool xml = false;  ///< true if the body is sent as application/xml
  /// True for a request of the HWS API; `path` then comes after the version of that API.
  bool hws = false;
  std::string content_type;  ///< "": application/xml if `xml` is true
  std::string body_file;     ///< see HttpRequest::body_file
  std::string reply_file;    ///< see HttpRequest::reply_file
  std::string key;           ///< if not "", hpdld treats all requests with this key as one request
};

/// The requests of one command to a server. The session negotiates the version, identifies the user
/// and keeps the authentication token. Its functions block until the reply has arrived.
class Session {
 public:
  explicit Session(Login login);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Sends a request. A reply with any status is a result. The errors are the failures of
  /// failure.h.
  Result<rt::HttpReply> Send(const Call& call);
  /// Sends a request. If the status is neither 200 nor `also`, returns an error with the server's
  /// code and message.
  Result<rt::HttpReply> Ask(const Call& call, int also = 200);

  const Login& login() const { return login_; }

 private:
  Result<void> Negotiate();
  Result<void> CheckUrl() const;
  Result<rt::HttpReply> AskVersions();
  Result<rt::HttpReply> TryVersions();
  Result<rt::HttpReply> Exchange(rt::HttpRequest request);
  Result<void> Identify();
  rt::HttpRequest RequestOf(const Call& call) const;
  std::string QueryOf(const Call& call) const;

  const Login login_;
  const std::string base_;  ///< the URL with a slash at its end
  const AuthTokenFile token_file_;
  std::string token_;
  boost::asio::io_context loop_;
  std::unique_ptr<rt::Network> network_;
  std::vector<std::int64_t> versions_;  ///< versions of the server; empty: not requested yet
  /// The negotiated version of the API; -1: not negotiated yet.
  int version_ = -1;
};

/// Returns the error for a bad reply. Its code and message are in the headers "oozie-error-code"
/// and "oozie-error-message". If these headers are missing, takes the status and its reason phrase.
Error ReplyFailure(const rt::HttpReply& reply);

/// Returns the reason phrase of a reply; "null" if the reply has no reason phrase.
std::string ReasonOf(const rt::HttpReply& reply);

/// Encodes a text for a query as java.net.URLEncoder does.
std::string QueryText(std::string_view text);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_SESSION_H_
