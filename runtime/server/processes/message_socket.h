#ifndef HPDL_RUNTIME_SERVER_PROCESSES_MESSAGE_SOCKET_H_
#define HPDL_RUNTIME_SERVER_PROCESSES_MESSAGE_SOCKET_H_

#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/result.h"

/// The way from the supervisor to a process that it has started: a socket (SOCK_SEQPACKET), because
/// only a socket can pass descriptors. The way back is a pipe (report_pipe.h).
namespace hpdl::rt {

/// The maximum size of a message, in bytes.
inline constexpr std::size_t kMostMessage = 128 << 10;

/// The descriptors that a message carries: none, one or two.
struct Passed {
  Descriptor first = Descriptor(), second = Descriptor();
};

/// Returns the two ends of a socket for messages. The first end cannot receive, so nobody can pass
/// a descriptor to its owner. kTransient: no descriptor is free.
Result<std::pair<Descriptor, Descriptor>> MessageSockets();

/// Returns the two ends of a pipe: the end to read, and the end to write. kTransient: no descriptor
/// is free.
Result<std::pair<Descriptor, Descriptor>> Pipe();

/// Sends messages. Loop thread only. Must be destroyed before the loop.
class MessageSender {
 public:
  /// The limits for messages that wait until the receiver takes them: their bytes, and their
  /// descriptors. Beyond these limits the connection ends.
  static constexpr std::size_t kMostUnsent = 16 << 20, kMostPassed = 64;

  MessageSender(boost::asio::io_context& loop, Descriptor socket);
  ~MessageSender();
  MessageSender(const MessageSender&) = delete;
  MessageSender& operator=(const MessageSender&) = delete;

  /// Sends a message after all earlier messages, with `passed` if these are descriptors. Has no
  /// effect once the connection has ended.
  void Send(std::string message, Passed passed = {});

 private:
  struct State;
  std::shared_ptr<State> state_;
};

/// Receives messages. Loop thread only. Must be destroyed before the loop.
class MessageReceiver {
 public:
  struct Handlers {
    /// Takes a message and the descriptors that it carries. A descriptor is missing if this process
    /// has as many as it may have. Returns false if the message makes no sense; the connection then
    /// ends.
    std::function<bool(std::string_view message, Passed passed)> take;
    /// Called once when the connection has ended. Not called if this object is destroyed first.
    std::function<void()> ended;
  };

  /// The handlers may destroy this object.
  MessageReceiver(boost::asio::io_context& loop, Descriptor socket, Handlers handlers);
  ~MessageReceiver();
  MessageReceiver(const MessageReceiver&) = delete;
  MessageReceiver& operator=(const MessageReceiver&) = delete;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

/// Waits for the next message of a socket that no loop reads yet; "": the other end has closed it.
/// `passed`: takes the descriptors of the message.
std::string AwaitMessage(int socket, Passed* passed = nullptr);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROCESSES_MESSAGE_SOCKET_H_
