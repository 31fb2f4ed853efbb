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

/// How long a server is waited for, and how much it may say.
struct Patience {
  std::int64_t connect_ms = 120'000;
  std::int64_t idle_ms = 600'000;  ///< it may have to ask others
  std::int64_t total_ms = 0;       ///< of one request; 0: any
  std::int64_t most_reply = 512 << 20;
};

/// Where the server is and how the user wants to be known there.
struct Login {
  std::string url;   ///< as it was given
  std::string user;  ///< of this machine
  std::string home;  ///< where the token is kept
  bool keep_token = true;
  std::optional<std::string> auth;  ///< SIMPLE, KERBEROS or BASIC in any case
  std::string authorization;        ///< for BASIC, the header's value
  std::optional<std::string> do_as;
  rt::HttpHeaders headers;  ///< for every request
  int tries = 4;            ///< to connect
  bool debug = false;       ///< prints each request
  Patience patience;
};

/// Names and values of a query; those without a value are left out.
using Parameters = std::vector<std::pair<std::string, std::optional<std::string>>>;

/// One request of Oozie's web services.
struct Call {
  std::string method = "GET";
  std::string path;  ///< behind the version: "jobs", "job/ID"
  Parameters parameters;
  std::optional<int> version;  ///< else the highest that both sides know
  std::string body;
  bool xml = false;          ///< sent as application/xml
  bool hws = false;          ///< of the HWS API, which stands beside: `path` is behind its version
  std::string content_type;  ///< "": as `xml` says
  std::string body_file;     ///< as in HttpRequest
  std::string reply_file;    ///< as in HttpRequest
  std::string key;           ///< if not "": to hpdld, requests with one key are one request
};

/// What client and server say to each other in one command: negotiates the version, identifies the
/// user, remembers the token. Waits in place.
class Session {
 public:
  explicit Session(Login login);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Any status is a reply. Errors are those of failure.h.
  Result<rt::HttpReply> Send(const Call& call);
  /// The same; a status other than 200, or `also`, is an error with the server's code and message.
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
  const std::string base_;  ///< with a slash at its end
  const AuthTokenFile token_file_;
  std::string token_;
  boost::asio::io_context loop_;
  std::unique_ptr<rt::Network> network_;
  std::vector<std::int64_t> versions_;  ///< that the server knows; empty: not asked yet
  int version_ = -1;                    ///< of the protocol; -1: none was found
};

/// What a reply that is not good becomes: "oozie-error-code" and "oozie-error-message", or the
/// status and its words.
Error ReplyFailure(const rt::HttpReply& reply);

/// The words behind the status of a reply; "null" if there are none.
std::string ReasonOf(const rt::HttpReply& reply);

/// A text in a query as java.net.URLEncoder has it.
std::string QueryText(std::string_view text);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_SESSION_H_
