#ifndef HPDL_RUNTIME_WORLD_NET_CALLBACK_SERVER_H_
#define HPDL_RUNTIME_WORLD_NET_CALLBACK_SERVER_H_

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/world/http/http_server.h"

/// The port that callbacks come to: GET or POST of
/// `ANYTHING/callback/TOKEN?id=JOB@NODE&status=STATUS`, one request a connection.
namespace hpdl::rt {

/// A request with the right token.
struct CallbackRequest {
  std::string id;  ///< of the action, never empty
  std::string status;
  std::string content_type;
  std::string body;
  /// The body was over the limit and is not here. The answer becomes 413, whatever the handler says
  /// to a status that it took.
  bool too_long = false;
};

struct CallbackReply {
  int status = 200;  ///< of HTTP
  std::string text;  ///< one line
};

/// What is served, and its limits.
struct CallbackListen {
  std::string host;  ///< a numeric address
  std::uint16_t port = 0;
  std::string token;
  HttpLimits limits;
  /// The request lives until the task has ended.
  std::function<Task<CallbackReply>(const CallbackRequest&)> handle;
};

/// An open port. Destroyed, it takes no more connections; must go before the io_context does.
class CallbackListener {
 public:
  virtual ~CallbackListener() = default;
  /// HOST:PORT, the port being the bound one.
  virtual std::string address() const = 0;
};

/// Errors: kError "E0728", the port is busy or the address is none of this machine.
Result<std::unique_ptr<CallbackListener>> ListenForCallbacks(boost::asio::io_context& loop,
                                                             CallbackListen listen);

/// The parameters of a query string, `id` and `status` of them. False: broken percent codes, no id,
/// or one of the two twice.
bool ReadCallbackQuery(std::string_view query, CallbackRequest* request);

/// Whether the path of `target` ends in /callback/ and the token. Takes as long for every token of
/// the same length.
bool HasCallbackToken(std::string_view target, std::string_view token);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_NET_CALLBACK_SERVER_H_
