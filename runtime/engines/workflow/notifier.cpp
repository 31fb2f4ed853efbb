#include "runtime/engines/workflow/notifier.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "runtime/engines/workflow/notification_redirect.h"
#include "runtime/ground/base/clock.h"

namespace hpdl::rt {
namespace {

/// The maximum number of requests at a time. Without this limit, a job with thousands of
/// sub-workflows would use up the file descriptors.
constexpr std::size_t kMostAtOnce = 16;
constexpr int kRedirects = 5;
/// The time limit for a whole reply, in units of timeout_ms.
constexpr std::int64_t kWholeReply = 3;
constexpr std::int64_t kReplyBytes = 65536;

}  // namespace

HttpRequest NotificationRequest(const std::string& url, std::string proxy,
                                const NotificationPolicy& policy) {
  HttpRequest request;
  request.url = url;
  request.proxy = std::move(proxy);
  request.connect_ms = policy.timeout_ms;
  request.idle_ms = policy.timeout_ms;
  request.total_ms = kWholeReply * policy.timeout_ms;
  request.reply_limit = kReplyBytes;
  request.drop_body = true;
  return request;
}

std::string NotificationError(const Result<HttpReply>& reply) {
  constexpr int kHundred = 100;
  if (!reply) {
    return reply.error().code + ": " + reply.error().message;
  }
  return reply->status / kHundred == 2 ? "" : "status " + std::to_string(reply->status);
}

NotificationPolicy NotificationPolicy::Of(const Site& site) {
  constexpr std::int64_t kSecondMs = 1000;
  NotificationPolicy policy;
  policy.retries_max = site.Number(Setting::kNotificationRetries);
  policy.interval_ms = site.Number(Setting::kNotificationInterval) * kSecondMs;
  policy.timeout_ms = site.Number(Setting::kNotificationTimeout);
  policy.proxy = site.Text(Setting::kNotificationProxy);
  policy.redirect_hosts = site.Text(Setting::kNotificationRedirects);
  policy.end_wait_ms = site.Number(Setting::kNotificationEndWait) * kSecondMs;
  return policy;
}

Notifier::Notifier(boost::asio::io_context& io, Journal& journal, NotificationPolicy policy,
                   std::function<Network*()> network, std::function<void()> moved)
    : io_(io),
      journal_(journal),
      policy_(std::move(policy)),
      network_(std::move(network)),
      moved_(std::move(moved)) {}

void Notifier::Load(std::vector<NotificationRow> undelivered, bool goes_on) {
  for (NotificationRow& row : undelivered) {
    if (row.state != NotificationState::kWaiting) {
      continue;
    }
    ++waiting_;
    Stream& stream = streams_.try_emplace({row.job, row.hook}, io_).first->second;
    const bool slept = goes_on && !stream.busy && row.tries != 0;
    if (slept) {
      stream.busy = true;
      stream.tries = row.tries;
      const std::int64_t left_ms = LeftOf(
          {Wait::Kind::kNotice, row.tried_ms, row.tried_ms + policy_.interval_ms, {}}, NowMs());
      Sleep(stream, left_ms);
    }
    Enqueue(std::move(row));
  }
  Pump();
}

Result<void> Notifier::Put(std::vector<NotificationRow> rows) {
  for (NotificationRow& row : rows) {
    HPDL_TRY(journal_.PutNotification(&row));
    fresh_.push_back(std::move(row));
    ++waiting_;
  }
  return {};
}

void Notifier::Committing() {
  in_flight_ = std::exchange(fresh_, {});
}

void Notifier::Committed() {
  for (NotificationRow& row : std::exchange(in_flight_, {})) {
    Enqueue(std::move(row));
  }
  Pump();
}

Result<bool> Notifier::Flush() {
  if (results_.empty()) {
    return false;
  }
  for (NotificationRow& row : std::exchange(results_, {})) {
    HPDL_TRY(journal_.PutNotification(&row));
  }
  return true;
}

std::optional<Wait> Notifier::NextTry() const {
  std::optional<Wait> next;
  const std::int64_t now_ms = NowMs();
  for (const auto& [key, stream] : streams_) {
    if (stream.queue.empty() || !stream.sleeps) {
      continue;
    }
    const NotificationRow& row = stream.queue.front();
    const std::int64_t left_ms =
        std::chrono::duration_cast<std::chrono::milliseconds>(stream.next - Clock::now()).count();
    if (!next || now_ms + left_ms < next->until_ms) {
      next = Wait{Wait::Kind::kNotice, row.tried_ms, now_ms + left_ms, {}};
    }
  }
  return next;
}

bool Notifier::Settled(Clock::time_point deadline) const {
  if (unreachable_) {
    return true;
  }
  if (sending_ != 0 || !ready_.empty() || !fresh_.empty() || !in_flight_.empty()) {
    return false;
  }
  return std::all_of(streams_.begin(), streams_.end(), [deadline](const auto& entry) {
    const Stream& stream = entry.second;
    return stream.queue.empty() || !stream.sleeps || stream.next > deadline;
  });
}

void Notifier::Enqueue(NotificationRow row) {
  Stream& stream = streams_.try_emplace({row.job, row.hook}, io_).first->second;
  stream.queue.push_back(std::move(row));
  if (!stream.busy) {
    Ready(stream);
  }
}

void Notifier::Ready(Stream& stream) {
  stream.busy = true;
  stream.sleeps = false;
  ready_.push_back(&stream);
}

/// Returns true if the first notification of the stream is the end of a job, and a notification of
/// the job's actions that precedes it is ready or is being sent. The stream is then ready again
/// after the try of that notification.
bool Notifier::MustFollow(Stream& stream) {
  const NotificationRow& end = stream.queue.front();
  if (end.hook != static_cast<std::uint32_t>(NotificationHook::kHwsJob)) {
    return false;
  }
  const auto found =
      streams_.find({end.job, static_cast<std::uint32_t>(NotificationHook::kHwsAction)});
  if (found == streams_.end()) {
    return false;
  }
  Stream& actions = found->second;
  // The ids tell the actions of the ended run from those of a rerun.
  const bool precedes =
      !actions.queue.empty() && !actions.sleeps && actions.queue.front().id < end.id;
  actions.follower = precedes ? &stream : nullptr;
  return precedes;
}

/// Sends the notifications that are ready. A try may end before co_spawn() returns, and then calls
/// this function again. The call that runs already sends what that try has made ready.
void Notifier::Pump() {
  if (pumping_) {
    return;
  }
  pumping_ = true;
  while (!ready_.empty() && sending_ < kMostAtOnce) {
    if (network_() == nullptr) {
      ready_.clear();  // the notifications stay in the journal
      unreachable_ = true;
      break;
    }
    Stream& stream = *ready_.front();
    ready_.pop_front();
    if (MustFollow(stream)) {
      continue;
    }
    ++sending_;
    boost::asio::co_spawn(io_, Try(stream), boost::asio::detached);
  }
  pumping_ = false;
}

Task<void> Notifier::Try(Stream& stream) {
  TryResult result;
  try {
    result = co_await Send(stream.queue.front());
  } catch (const std::exception& thrown) {
    result.error = thrown.what();
  }
  Settle(stream, std::move(result));
}

Task<TryResult> Notifier::Send(const NotificationRow& row) {
  if (row.hook >= kFirstOtherHook) {
    if (!send_other) {
      co_return TryResult{"the program that runs the job cannot send notifications of this kind"};
    }
    co_return co_await send_other(row);
  }
  TryResult result;
  Result<std::string> proxy = ProxyOf(row);
  if (!proxy) {
    result.error = proxy.error().code + ": " + proxy.error().message;
  } else {
    result.error = co_await Get(NotificationRequest(row.url, std::move(*proxy), policy_));
  }
  co_return result;
}

/// Sends a request and follows the redirects that the site allows. Returns "" or the reason of the
/// failure.
Task<std::string> Notifier::Get(HttpRequest request) {
  const Clock::time_point end = Clock::now() + std::chrono::milliseconds(request.total_ms);
  for (int left = kRedirects;; --left) {
    Result<HttpReply> reply = co_await network_()->Send(request);
    if (!reply || reply->redirect_url.empty() || left == 0) {
      co_return NotificationError(reply);
    }
    if (!MayLead(reply->peer, reply->redirect_peer, policy_.redirect_hosts)) {
      co_return "status " + std::to_string(reply->status) + " redirects to " +
          reply->redirect_peer + ", which is not in hpdl.notification.redirect.hosts";
    }
    request.url = std::move(reply->redirect_url);
    const auto rest = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    request.total_ms = std::max<std::int64_t>(rest, 1);
  }
}

Result<std::string> Notifier::ProxyOf(const NotificationRow& row) {
  auto found = proxies_.find({row.job, row.run});
  if (found == proxies_.end()) {
    const Result<Properties> properties = journal_.JobProperties(row.job, row.run);
    HPDL_TRY(properties);
    const auto own = properties->find(std::string_view(policy_.proxy_property));
    found = proxies_
                .emplace(std::pair(row.job, row.run),
                         own == properties->end() ? policy_.proxy : own->second)
                .first;
  }
  return NotificationProxyUrl(found->second);
}

void Notifier::Settle(Stream& stream, TryResult result) {
  --sending_;
  NotificationRow& row = stream.queue.front();
  const NotificationState next = AfterTry(result, ++stream.tries, policy_.retries_max);
  if (!MayFollow(row.state, next)) {
    std::fprintf(stderr, "hpdl: internal error: a notification was tried after its end\n");
    std::abort();
  }
  ++row.tries;
  row.tried_ms = NowMs();
  row.state = next;
  row.error = std::move(result.error);
  if (next == NotificationState::kDelivered) {
    row.url.clear();  // the URL is not needed again and may hold secrets
  }
  results_.push_back(row);
  if (next == NotificationState::kWaiting) {
    Sleep(stream, policy_.interval_ms);
  } else {
    --waiting_;
    given_up_ += next == NotificationState::kGivenUp ? 1 : 0;
    stream.queue.pop_front();
    stream.tries = 0;
    stream.busy = false;
    if (!stream.queue.empty()) {
      Ready(stream);
    }
  }
  if (Stream* const follower = std::exchange(stream.follower, nullptr)) {
    Ready(*follower);
  }
  Pump();
  moved_();
}

void Notifier::Sleep(Stream& stream, std::int64_t milliseconds) {
  stream.sleeps = true;
  stream.next = Clock::now() + std::chrono::milliseconds(milliseconds);
  SetTimer(stream);
}

void Notifier::SetTimer(Stream& stream) {
  stream.timer.expires_at(TheTime().NextLook(stream.next));
  stream.timer.async_wait([this, &stream](const boost::system::error_code& error) {
    if (error) {
      return;
    }
    if (Clock::now() < stream.next) {
      SetTimer(stream);
    } else {
      Ready(stream);
      Pump();
    }
  });
}

}  // namespace hpdl::rt
