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

/// The port for callbacks. It answers GET or POST of
/// `ANYTHING/callback/TOKEN?id=JOB@NODE&status=STATUS`, one request for each connection.
namespace hpdl::rt {

/// A request that has the right token.
struct CallbackRequest {
  std::string id;  ///< id of the action, never empty
  std::string status;
  std::string content_type;
  std::string body;
  /// True if the body is over the limit; `body` is then "". If the handler nevertheless replies
  /// with status 200, the server sends 413 instead.
  bool too_long = false;
};

struct CallbackReply {
  int status = 200;  ///< HTTP status
  std::string text;  ///< one line
};

/// The port to open, its handler and its limits.
struct CallbackListen {
  std::string host;  ///< a numeric address
  std::uint16_t port = 0;
  std::string token;
  HttpLimits limits;
  /// Handles a request. The request lives until the returned coroutine has ended.
  std::function<Task<CallbackReply>(const CallbackRequest&)> handle;
};

/// An open port. The destructor closes it. The object must be destroyed before the io_context.
class CallbackListener {
 public:
  virtual ~CallbackListener() = default;
  /// Returns HOST:PORT. PORT is the port that was bound, even if the configured port was 0.
  virtual std::string address() const = 0;
};

/// Opens the port. Returns error kError "E0728" if the port is busy or the address does not belong
/// to this machine.
Result<std::unique_ptr<CallbackListener>> ListenForCallbacks(boost::asio::io_context& loop,
                                                             CallbackListen listen);

/// Reads `id` and `status` from a query string; ignores its other parameters. Returns false if a
/// percent code is broken, the id is missing, or either parameter is given twice.
bool ReadCallbackQuery(std::string_view query, CallbackRequest* request);

/// True if the path of `target` ends in /callback/ and the token. Takes the same time for every
/// token of the same length.
bool HasCallbackToken(std::string_view target, std::string_view token);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_NET_CALLBACK_SERVER_H_
