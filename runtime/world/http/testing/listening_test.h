#ifndef HPDL_RUNTIME_WORLD_HTTP_TESTING_LISTENING_TEST_H_
#define HPDL_RUNTIME_WORLD_HTTP_TESTING_LISTENING_TEST_H_

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::testing {

/// Runs a `Listener` on a thread of its own. The clients use blocking calls.
template <class Listener>
class ListeningTest : public ::testing::Test {
 protected:
  using Socket = boost::asio::ip::tcp::socket;

  /// Runs `io_`, on which `listener` listens.
  void Serve(Result<std::unique_ptr<Listener>> listener) {
    ASSERT_TRUE(listener) << listener.error().message;
    listener_ = std::move(*listener);
    const std::string address = listener_->address();
    port_ = static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
    thread_ = std::thread([this] { io_.run(); });
  }
  void Stop() {
    boost::asio::post(io_, [this] { listener_.reset(); });
    if (thread_.joinable()) {
      thread_.join();
    }
  }
  void TearDown() override { Stop(); }

  boost::asio::ip::tcp::endpoint Endpoint() const {
    return {boost::asio::ip::make_address("127.0.0.1"), port_};
  }
  /// `from`: the address of the client.
  Socket Connect(const char* from = "127.0.0.1") {
    Socket socket(client_);
    socket.open(boost::asio::ip::tcp::v4());
    socket.bind({boost::asio::ip::make_address(from), 0});
    socket.connect(Endpoint());
    return socket;
  }
  static std::string ReadAll(Socket& socket) {
    std::string reply;
    boost::system::error_code ignored;
    boost::asio::read(socket, boost::asio::dynamic_buffer(reply), ignored);
    return reply;
  }
  /// Sends `text` on a new connection and returns all that comes back.
  std::string Ask(const std::string& text) {
    Socket socket = Connect();
    boost::system::error_code ignored;
    boost::asio::write(socket, boost::asio::buffer(text), ignored);
    return ReadAll(socket);
  }

  boost::asio::io_context io_, client_;
  std::unique_ptr<Listener> listener_;
  std::thread thread_;
  std::uint16_t port_ = 0;
};

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_WORLD_HTTP_TESTING_LISTENING_TEST_H_
