#include "runtime/world/http/http_server.h"

#include <utility>

#include "runtime/world/http/session.h"

namespace hpdl::rt {
namespace {

using boost::beast::tcp_stream;

Task<void> ServePlain(std::shared_ptr<http_internal::Shared> shared,
                      boost::asio::ip::tcp::socket socket) {
  http_internal::Session<tcp_stream> session(std::move(shared), tcp_stream(std::move(socket)));
  co_await session.Serve();
}

}  // namespace

Result<std::unique_ptr<HttpListener>> ListenHttp(boost::asio::io_context& loop, HttpListen listen) {
  return http_internal::Listen(loop, std::make_shared<http_internal::Shared>(std::move(listen)),
                               &ServePlain);
}

}  // namespace hpdl::rt
