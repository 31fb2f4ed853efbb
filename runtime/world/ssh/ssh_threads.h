#ifndef HPDL_RUNTIME_WORLD_SSH_SSH_THREADS_H_
#define HPDL_RUNTIME_WORLD_SSH_SSH_THREADS_H_

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <list>
#include <memory>
#include <thread>

#include "runtime/world/ssh/libssh_session.h"

namespace hpdl::rt {

/// Keeps the ssh connections. A connection has a thread while a command runs over it. A command
/// that waits for a free connection waits on the loop and has no thread. So a thousand commands do
/// not need a thousand threads.
class SshThreads final : public Ssh {
 public:
  SshThreads(boost::asio::any_io_executor loop, SshOptions options)
      : shared_(std::make_shared<Shared>(std::move(loop), std::move(options))) {}
  ~SshThreads() override { Close(); }
  SshThreads(const SshThreads&) = delete;
  SshThreads& operator=(const SshThreads&) = delete;

  Task<Result<SshReply>> Run(SshRequest request) override;
  /// Ends the running commands. Does not wake the coroutines that wait for a free connection.
  void Close();

 private:
  using Timer = boost::asio::steady_timer;
  /// The state that an ssh thread and the coroutine that waits for it share.
  struct Job {
    Job(const boost::asio::any_io_executor& loop, SshRequest r)
        : request(std::move(r)), wake(loop) {}
    const SshRequest request;
    Timer wake;
    std::shared_ptr<SshSession> session;
    bool reused = false;
    Result<SshReply> result = SshReply{};
    bool done = false;  ///< read and written only on the loop
    std::thread thread;
  };
  struct Idle {
    std::shared_ptr<SshSession> session;
    std::chrono::steady_clock::time_point since;
  };
  struct Waiting {
    const SshTarget* target;
    Timer* wake;
  };
  /// The state that coroutines share with SshThreads. It outlives SshThreads if coroutines remain
  /// when the loop is destroyed.
  struct Shared : std::enable_shared_from_this<Shared> {
    Shared(boost::asio::any_io_executor l, SshOptions o)
        : loop(std::move(l)), options(std::move(o)), prune(loop) {}
    bool MayStart(const SshTarget& target) const;
    void Start(const std::shared_ptr<Job>& job);
    /// Opens the connection if it is new, and runs the ssh command of `job`. Called on the thread
    /// of `job`.
    static void Work(Job* job);
    void Reap();
    void Prune();
    /// If the largest number of connections is reached, closes the connection that has been idle
    /// longest.
    void MakeRoom();
    /// Closes the idle connections to `target`.
    void Forget(const SshTarget& target);

    const boost::asio::any_io_executor loop;
    const SshOptions options;
    std::list<std::shared_ptr<Job>> running;
    std::list<Idle> idle;
    std::list<Waiting> queue;
    Timer prune;
  };
  class Place;
  static Task<Result<SshReply>> RunShared(std::shared_ptr<Shared> shared, SshRequest request);
  /// Waits for a free connection, runs the ssh command of `job`, and waits for its end.
  static Task<void> AwaitEnd(std::shared_ptr<Shared> shared, std::shared_ptr<Job> job);

  const std::shared_ptr<Shared> shared_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_SSH_SSH_THREADS_H_
