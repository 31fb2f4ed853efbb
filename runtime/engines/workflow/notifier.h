#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFIER_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFIER_H_

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/engines/workflow/notification.h"
#include "runtime/engines/workflow/notification_proxy.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/task.h"
#include "runtime/store/wait.h"
#include "runtime/world/net/network.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

/// How notifications are sent; times in milliseconds.
struct NotificationPolicy {
  std::int64_t retries_max = 3;
  std::int64_t interval_ms = 60'000;
  std::int64_t timeout_ms = 10'000;   ///< until the connection stands, and without a byte
  std::int64_t end_wait_ms = 10'000;  ///< what the end of the process waits for them
  const char* proxy_property = kNotificationProxy;  ///< of a job, that names its proxy
  std::string proxy;                                ///< of jobs that name none, as the site has it
  std::string redirect_hosts;                       ///< notification_redirect.h

  static NotificationPolicy Of(const Site& site);
};

/// The GET of a URL, and what went wrong with a reply; "" if nothing did.
HttpRequest NotificationRequest(const std::string& url, std::string proxy,
                                const NotificationPolicy& policy);
std::string NotificationError(const Result<HttpReply>& reply);

/// Sends the notifications of a journal: those of one job and one URL one after another, in the
/// order of their ids, several jobs and URLs at a time. What was sent is written down a little
/// later, so a process that dies may send the last ones again. Loop thread only.
class Notifier {
 public:
  using Clock = SteadyClock;

  /// `network` may give null: then nothing is sent. `moved` is called after each try.
  Notifier(boost::asio::io_context& io, Journal& journal, NotificationPolicy policy,
           std::function<Network*()> network, std::function<void()> moved);

  /// Sends what has a hook from kFirstOtherHook on. To be set before Load(); without it each try of
  /// such a row fails.
  std::function<Task<TryResult>(const NotificationRow&)> send_other;

  /// Takes over what earlier processes left: it is tried at once, with the full number of retries;
  /// or, if `goes_on`, when and as often as that process would have tried.
  void Load(std::vector<NotificationRow> undelivered, bool goes_on);
  /// Puts rows into the open transaction. They are sent after the Committed() that follows the next
  /// Committing().
  Result<void> Put(std::vector<NotificationRow> rows);
  void Committing();
  void Committed();
  /// Puts what has come of tries into the open transaction; false if there is nothing.
  Result<bool> Flush();

  /// When the next notification is tried again; none: there is no such time.
  std::optional<Wait> NextTry() const;
  /// Nothing will be sent before `deadline`.
  bool Settled(Clock::time_point deadline) const;
  std::int64_t waiting() const { return waiting_; }
  std::int64_t given_up() const { return given_up_; }
  const NotificationPolicy& policy() const { return policy_; }

 private:
  /// The notifications of one job and URL.
  struct Stream {
    explicit Stream(boost::asio::io_context& io) : timer(io) {}
    std::deque<NotificationRow> queue;
    std::int64_t tries = 0;  ///< of the first, in this process
    bool busy = false;       ///< ready, being sent, or waiting for its timer
    boost::asio::steady_timer timer;
    Clock::time_point next{};  ///< when it is tried again
    bool sleeps = false;
  };

  void Enqueue(NotificationRow row);
  void Ready(Stream& stream);
  void Pump();
  Task<void> Try(Stream& stream);
  Task<TryResult> Send(const NotificationRow& row);
  Task<std::string> Get(HttpRequest request);
  Result<std::string> ProxyOf(const NotificationRow& row);
  void Settle(Stream& stream, TryResult result);
  void Sleep(Stream& stream, std::int64_t milliseconds);
  void SetTimer(Stream& stream);

  boost::asio::io_context& io_;
  Journal& journal_;
  const NotificationPolicy policy_;
  std::function<Network*()> network_;
  std::function<void()> moved_;
  std::vector<NotificationRow> fresh_;      ///< put
  std::vector<NotificationRow> in_flight_;  ///< in a commit that is not yet durable
  std::vector<NotificationRow> results_;    ///< tried, not yet put
  std::map<std::pair<std::int64_t, std::uint32_t>, Stream> streams_;
  std::deque<Stream*> ready_;
  /// As the properties of a run of a job have it, by their numbers.
  std::map<std::pair<std::int64_t, std::int64_t>, std::string> proxies_;
  std::size_t sending_ = 0;
  bool unreachable_ = false;  ///< there is no network
  std::int64_t waiting_ = 0, given_up_ = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFIER_H_
