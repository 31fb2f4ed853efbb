#ifndef HPDL_RUNTIME_SERVER_PROCESSES_MESSAGE_SOCKET_H_
#define HPDL_RUNTIME_SERVER_PROCESSES_MESSAGE_SOCKET_H_

#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// Makes the two ends of a connection for messages (SOCK_SEQPACKET), or of bytes (SOCK_STREAM), as
/// `type` says. kTransient: no descriptor is free.
Result<std::pair<Descriptor, Descriptor>> SocketPair(int type);

/// One end of a connection between two processes of this server. A message arrives whole or not at
/// all, and may carry a descriptor (SCM_RIGHTS). Loop thread only. Must be destroyed before the
/// loop.
class MessageSocket {
 public:
  /// The maximum size of a message that can be sent, in bytes.
  static constexpr std::size_t kMostMessage = 128 << 10;
  /// The connection ends if more bytes than this wait to be sent.
  static constexpr std::size_t kMostUnsent = 16 << 20;

  struct Handlers {
    /// Takes a message, and the descriptor that it carries (-1: none). Returns false if the message
    /// makes no sense; the connection then ends.
    std::function<bool(std::string_view message, Descriptor passed)> take;
    /// Called once when the connection has ended. Not called if this object is destroyed first.
    std::function<void()> ended;
  };

  /// `most`: the maximum size of a message that is taken, in bytes. A longer one, or one with
  /// several descriptors, ends the connection. The handlers may destroy this object.
  MessageSocket(boost::asio::io_context& loop, Descriptor socket, std::size_t most,
                Handlers handlers);
  ~MessageSocket();
  MessageSocket(const MessageSocket&) = delete;
  MessageSocket& operator=(const MessageSocket&) = delete;

  /// Sends a message after all earlier messages, with `passed` if that is a descriptor. Has no
  /// effect once the connection has ended.
  void Send(std::string message, Descriptor passed = Descriptor());

 private:
  struct State;
  std::shared_ptr<State> state_;
};

/// Waits for the next message of a socket that no loop reads yet; "": the other end has closed it,
/// or the message is longer than `most` bytes. `passed`: takes the descriptor of the message.
std::string AwaitMessage(int socket, std::size_t most, Descriptor* passed = nullptr);

/// Sends a message at once over a socket that no loop uses. Returns false if it cannot be sent.
bool SendMessage(int socket, std::string_view message);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROCESSES_MESSAGE_SOCKET_H_
