#ifndef HPDL_RUNTIME_WORLD_NET_MAIL_THREADS_H_
#define HPDL_RUNTIME_WORLD_NET_MAIL_THREADS_H_

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <list>
#include <memory>
#include <thread>

#include "runtime/world/net/mail_transfer.h"

namespace hpdl::rt {

/// The threads that send mail, some at a time; the others wait for their turn on the loop.
class MailThreads : public std::enable_shared_from_this<MailThreads> {
 public:
  explicit MailThreads(boost::asio::io_context& loop) : loop_(loop) {}
  ~MailThreads() { Close(); }
  MailThreads(const MailThreads&) = delete;
  MailThreads& operator=(const MailThreads&) = delete;

  /// `self` is what it is called on: it outlives the wait.
  static Task<Result<MailReply>> Send(std::shared_ptr<MailThreads> self, MailRequest request);
  /// Ends what runs, within a second; those who wait are not told.
  void Close();

 private:
  /// What thread and coroutine share.
  struct Sending {
    Sending(boost::asio::io_context& loop, MailRequest request)
        : transfer(std::move(request)), wake(loop) {}
    MailTransfer transfer;
    boost::asio::steady_timer wake;
    Result<MailReply> result = MailReply{};
    bool done = false;  ///< touched on the loop only
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
