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

/// The settings for the sending of notifications. Times are in milliseconds.
struct NotificationPolicy {
  std::int64_t retries_max = 3;
  std::int64_t interval_ms = 60'000;
  /// The time limit for opening the connection, and for the pause between two bytes.
  std::int64_t timeout_ms = 10'000;
  std::int64_t end_wait_ms = 10'000;  ///< the time for which a process waits for notifications at
                                      ///< its end
  const char* proxy_property = kNotificationProxy;  ///< the job property that holds the proxy
  std::string proxy;                                ///< the site's proxy, for jobs without a proxy
  std::string redirect_hosts;  ///< the site's list of redirect targets (MayLead)

  static NotificationPolicy Of(const Site& site);
};

/// NotificationRequest() returns the GET request for a URL. NotificationError() returns the failure
/// that a reply means, or "".
HttpRequest NotificationRequest(const std::string& url, std::string proxy,
                                const NotificationPolicy& policy);
std::string NotificationError(const Result<HttpReply>& reply);

/// Sends the notifications of a journal. The notifications of one job and one URL are sent one
/// after another, in the order of their ids. Notifications of different jobs or URLs are sent at
/// the same time, with one exception: the end of a job (hws.workflow.notification.url) is sent
/// after the notifications of the job's actions. It does not wait for an action's notification
/// whose try has failed. The results are recorded a little later, so after a crash the last
/// notifications may be sent again. All calls must be made on the loop's thread.
class Notifier {
 public:
  using Clock = SteadyClock;

  /// If `network` returns null, no notification is sent. `moved` is called after each try.
  Notifier(boost::asio::io_context& io, Journal& journal, NotificationPolicy policy,
           std::function<Network*()> network, std::function<void()> moved);

  /// Sends a row whose hook is kFirstOtherHook or above. Must be set before Load(). If the function
  /// is empty, each try of the row fails.
  std::function<Task<TryResult>(const NotificationRow&)> send_other;

  /// Takes over the notifications that earlier processes have not delivered. If `goes_on` is true,
  /// the times and the number of the tries continue from the earlier process. Otherwise the
  /// notifications are tried at once, with the full number of retries.
  void Load(std::vector<NotificationRow> undelivered, bool goes_on);
  /// Puts rows into the open transaction. The notifications are sent after the next calls of
  /// Committing() and Committed().
  Result<void> Put(std::vector<NotificationRow> rows);
  void Committing();
  void Committed();
  /// Puts the results of tries into the open transaction. Returns false if there are no results.
  Result<bool> Flush();

  /// Returns the wait for the next retry of a notification, or nullopt if no notification waits for
  /// a retry.
  std::optional<Wait> NextTry() const;
  /// True if no notification will be sent before `deadline`.
  bool Settled(Clock::time_point deadline) const;
  std::int64_t waiting() const { return waiting_; }
  std::int64_t given_up() const { return given_up_; }
  const NotificationPolicy& policy() const { return policy_; }

 private:
  /// The notifications of one job and one URL.
  struct Stream {
    explicit Stream(boost::asio::io_context& io) : timer(io) {}
    std::deque<NotificationRow> queue;
    /// The number of times that this process has tried to send the first notification of `queue`.
    std::int64_t tries = 0;
    bool busy = false;  ///< true if the first notification is ready, is being sent, or waits for
                        ///< the timer
    boost::asio::steady_timer timer;
    Clock::time_point next{};  ///< time of the next try
    bool sleeps = false;
    /// A stream whose first notification must wait until this stream has sent its own; null: none.
    Stream* follower = nullptr;
  };

  void Enqueue(NotificationRow row);
  void Ready(Stream& stream);
  bool MustFollow(Stream& stream);
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
  std::vector<NotificationRow> fresh_;      ///< rows that were put but are in no commit yet
  std::vector<NotificationRow> in_flight_;  ///< rows of a commit that is not yet durable
  /// The results of tries that Flush() has not put into a transaction yet.
  std::vector<NotificationRow> results_;
  std::map<std::pair<std::int64_t, std::uint32_t>, Stream> streams_;
  std::deque<Stream*> ready_;
  /// The proxies for notifications. The key is the number of a job and the number of its run.
  std::map<std::pair<std::int64_t, std::int64_t>, std::string> proxies_;
  std::size_t sending_ = 0;
  bool pumping_ = false;      ///< true while Pump() runs
  bool unreachable_ = false;  ///< true if there is no network
  std::int64_t waiting_ = 0, given_up_ = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFIER_H_
