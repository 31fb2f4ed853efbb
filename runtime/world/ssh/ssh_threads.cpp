#include "runtime/world/ssh/ssh_threads.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "runtime/ground/base/quiet_thread.h"

namespace hpdl::rt {
namespace {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kForever = std::chrono::hours(24 * 365);
/// An idle connection is closed after this time, because it costs the server a process and may be
/// dead.
constexpr auto kKeepIdle = std::chrono::seconds(30);

}  // namespace

/// The entry of a waiting coroutine in the queue. The destructor removes the entry.
class SshThreads::Place {
 public:
  Place(Shared& shared, Job& job) : shared_(shared) {
    at_ = shared_.queue.insert(shared_.queue.end(), {&job.request.target, &job.wake});
  }
  ~Place() { shared_.queue.erase(at_); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

 private:
  Shared& shared_;
  std::list<Waiting>::iterator at_;
};

Task<Result<SshReply>> SshThreads::Run(SshRequest request) {
  return RunShared(shared_, std::move(request));
}

Task<Result<SshReply>> SshThreads::RunShared(std::shared_ptr<Shared> shared, SshRequest request) {
  auto job = std::make_shared<Job>(shared->loop, std::move(request));
  co_await AwaitEnd(shared, job);
  const bool broken = !job->result && job->result.error().error_class == ErrorClass::kTransient;
  if (broken && job->reused && !job->session->stopped()) {
    // The kept connection died after its last use; the host may still be reachable.
    shared->Forget(job->request.target);
    job = std::make_shared<Job>(shared->loop, job->request);
    co_await AwaitEnd(shared, job);
  }
  if (!job->result && job->session != nullptr && job->session->stopped()) {
    co_return Error{ErrorClass::kTransient, "COULD_NOT_CONNECT",
                    job->request.target.Text() + ": no answer within " +
                        std::to_string(job->request.timeout_ms / 1000) + " s"};
  }
  co_return std::move(job->result);
}

Task<void> SshThreads::AwaitEnd(std::shared_ptr<Shared> shared, std::shared_ptr<Job> job) {
  const bool patient = job->request.queue_ms == 0;
  const auto until =
      Clock::now() + (patient ? kForever : std::chrono::milliseconds(job->request.queue_ms));
  while (!shared->MayStart(job->request.target)) {
    if (Clock::now() >= until) {
      job->result = Error{ErrorClass::kTransient, "COULD_NOT_CONNECT",
                          job->request.target.Text() + ": all connections are in use"};
      co_return;
    }
    const Place place(*shared, *job);
    job->wake.expires_at(until);
    co_await job->wake.async_wait(asio::as_tuple(asio::use_awaitable));
  }
  // Stops the session even if the coroutine is cancelled and does not reach the end of this
  // function.
  struct Stopper {
    Job* job;
    ~Stopper() {
      if (!job->done) {
        job->session->Stop();
      }
    }
  };
  shared->Start(job);
  const Stopper stopper{job.get()};
  job->wake.expires_after(std::chrono::milliseconds(job->request.timeout_ms));
  while (!job->done) {
    const auto [error] = co_await job->wake.async_wait(asio::as_tuple(asio::use_awaitable));
    if (!error && !job->done) {
      job->session->Stop();
      job->wake.expires_after(kForever);
    }
  }
}

bool SshThreads::Shared::MayStart(const SshTarget& target) const {
  const std::size_t most = std::max<std::size_t>(options.connections, 1);
  if (running.size() >= most) {
    return false;
  }
  const auto same =
      std::count_if(running.begin(), running.end(), [&](const std::shared_ptr<Job>& job) {
        return job->request.target.host == target.host && job->request.target.port == target.port;
      });
  return static_cast<std::size_t>(same) < (most + 1) / 2;
}

void SshThreads::Shared::Start(const std::shared_ptr<Job>& job) {
  Prune();
  const auto known = std::find_if(idle.begin(), idle.end(), [&](const Idle& each) {
    return each.session->target() == job->request.target;
  });
  job->reused = known != idle.end();
  if (job->reused) {
    job->session = std::move(known->session);
    idle.erase(known);
  } else {
    MakeRoom();
    job->session = std::make_shared<SshSession>(job->request.target, options);
  }
  running.push_back(job);
  job->thread = QuietThread(
      [self = shared_from_this(), state = job.get(), work = asio::make_work_guard(loop)] {
        Work(state);
        asio::post(work.get_executor(), [weak = std::weak_ptr<Shared>(self), state] {
          if (const auto shared = weak.lock(); shared != nullptr) {
            state->done = true;
            state->wake.cancel();
            shared->Reap();
          }
        });
      });
}

void SshThreads::Shared::Work(Job* job) {
  if (!job->reused) {
    if (Result<void> opened = job->session->Open(); !opened) {
      job->result = opened.error();
      return;
    }
  }
  job->result = job->session->Execute(job->request);
}

void SshThreads::Shared::Reap() {
  for (auto at = running.begin(); at != running.end();) {
    Job& job = **at;
    if (!job.done) {
      ++at;
      continue;
    }
    job.thread.join();
    if (job.result && !job.session->stopped()) {
      idle.push_back({job.session, Clock::now()});
    }
    at = running.erase(at);
  }
  Prune();
  // Wakes every waiting ssh command that may start now. The first commands take the free
  // connections, and the remaining commands wait again.
  for (const Waiting& each : queue) {
    if (MayStart(*each.target)) {
      each.wake->cancel();
    }
  }
}

void SshThreads::Shared::Prune() {
  const auto now = Clock::now();
  while (!idle.empty() && now - idle.front().since >= kKeepIdle) {
    idle.pop_front();
  }
  if (idle.empty()) {
    prune.cancel();
    return;
  }
  prune.expires_at(idle.front().since + kKeepIdle);
  prune.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    if (const auto self = weak.lock(); self != nullptr && !error) {
      self->Prune();
    }
  });
}

void SshThreads::Shared::MakeRoom() {
  const std::size_t most = std::max<std::size_t>(options.connections, 1);
  if (!idle.empty() && idle.size() + running.size() >= most) {
    idle.pop_front();
  }
}

void SshThreads::Shared::Forget(const SshTarget& target) {
  idle.remove_if([&](const Idle& each) { return each.session->target() == target; });
}

void SshThreads::Close() {
  for (const auto& job : shared_->running) {
    job->session->Stop();
  }
  for (const auto& job : shared_->running) {
    if (job->thread.joinable()) {
      job->thread.join();
    }
  }
  shared_->idle.clear();
}

// ---- One SshThreads for each loop

namespace {

/// Asio keeps this service with the loop. It ends the service before it destroys the coroutines
/// that wait on the loop.
class SshService final : public asio::execution_context::service {
 public:
  static asio::execution_context::id id;
  explicit SshService(asio::execution_context& context) : service(context) {}

  Ssh* Get(const asio::any_io_executor& loop, const SshOptions& options) {
    if (threads_ == nullptr) {
      threads_ = std::make_unique<SshThreads>(loop, options);
    }
    return threads_.get();
  }

 private:
  void shutdown() override { threads_.reset(); }

  std::unique_ptr<SshThreads> threads_;
};

asio::execution_context::id SshService::id;

}  // namespace

Task<Ssh*> SshOnThisLoop(const SshOptions& options) {
  static const int ready = ssh_init();
  (void)ready;  // if ssh_init() fails, the first session fails too
  const asio::any_io_executor loop = co_await asio::this_coro::executor;
  asio::execution_context& context = asio::query(loop, asio::execution::context);
  co_return asio::use_service<SshService>(context).Get(loop, options);
}

}  // namespace hpdl::rt
