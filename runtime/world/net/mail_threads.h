#ifndef HPDL_RUNTIME_WORLD_NET_MAIL_THREADS_H_
#define HPDL_RUNTIME_WORLD_NET_MAIL_THREADS_H_

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <list>
#include <memory>
#include <thread>

#include "runtime/world/net/mail_transfer.h"

namespace hpdl::rt {

/// The threads that send mail. A few messages are sent at a time; further messages wait on the
/// loop.
class MailThreads : public std::enable_shared_from_this<MailThreads> {
 public:
  explicit MailThreads(boost::asio::io_context& loop) : loop_(loop) {}
  ~MailThreads() { Close(); }
  MailThreads(const MailThreads&) = delete;
  MailThreads& operator=(const MailThreads&) = delete;

  /// Sends a message. `self` keeps the MailThreads object alive during the wait.
  static Task<Result<MailReply>> Send(std::shared_ptr<MailThreads> self, MailRequest request);
  /// Ends the running transfers within a second. Does not wake the coroutines that wait.
  void Close();

 private:
  /// The state that a sending thread and the coroutine that waits for it share.
  struct Sending {
    Sending(boost::asio::io_context& loop, MailRequest request)
        : transfer(std::move(request)), wake(loop) {}
    MailTransfer transfer;
    boost::asio::steady_timer wake;
    Result<MailReply> result = MailReply{};
    bool done = false;  ///< read and written only on the loop
    std::thread thread;
  };
  class Place;
  void Start(const std::shared_ptr<Sending>& sending);
  void Reap();

  boost::asio::io_context& loop_;
  std::list<std::shared_ptr<Sending>> running_;
  std::list<boost::asio::steady_timer*> queue_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_NET_MAIL_THREADS_H_
