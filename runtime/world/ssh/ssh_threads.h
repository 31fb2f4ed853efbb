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

/// Connections, each with a thread while a command runs over it. What has no turn waits on the
/// loop, so a thousand commands need no thousand threads.
class SshThreads final : public Ssh {
 public:
  SshThreads(boost::asio::any_io_executor loop, SshOptions options)
      : shared_(std::make_shared<Shared>(std::move(loop), std::move(options))) {}
  ~SshThreads() override { Close(); }
  SshThreads(const SshThreads&) = delete;
  SshThreads& operator=(const SshThreads&) = delete;

  Task<Result<SshReply>> Run(SshRequest request) override;
  /// Ends what runs; those who wait are not told.
  void Close();

 private:
  using Timer = boost::asio::steady_timer;
  /// What a thread and its coroutine share.
  struct Job {
    Job(const boost::asio::any_io_executor& loop, SshRequest r)
        : request(std::move(r)), wake(loop) {}
    const SshRequest request;
    Timer wake;
    std::shared_ptr<SshSession> session;
    bool reused = false;
    Result<SshReply> result = SshReply{};
    bool done = false;  ///< touched on the loop only
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
  /// Outlives this object in the frames of coroutines that are left when the loop goes.
  struct Shared : std::enable_shared_from_this<Shared> {
    Shared(boost::asio::any_io_executor l, SshOptions o)
        : loop(std::move(l)), options(std::move(o)), prune(loop) {}
    bool MayStart(const SshTarget& target) const;
    void Start(const std::shared_ptr<Job>& job);
    /// On the job's thread.
    static void Work(Job* job);
    void Reap();
    void Prune();
    /// Closes the connection that has been idle longest if there is no room for another.
    void MakeRoom();
    /// Closes those to a host that are idle.
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
  /// Gives the job a connection when there is one, and waits until its thread has done it.
  static Task<void> AwaitEnd(std::shared_ptr<Shared> shared, std::shared_ptr<Job> job);

  const std::shared_ptr<Shared> shared_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_SSH_SSH_THREADS_H_
