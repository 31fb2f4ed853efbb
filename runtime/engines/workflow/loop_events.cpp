// The ticks, signals, callbacks and notifications of the loop.
#include <unistd.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <chrono>
#include <csignal>

#include "runtime/engines/workflow/callbacks.h"
#include "runtime/engines/workflow/job_run.h"
#include "runtime/engines/workflow/loop_parts.h"
#include "runtime/ground/base/clock.h"
#include "runtime/world/hadoop/hadoop.h"

namespace hpdl::rt {
namespace {

/// The delay between an event and the tick that follows.
constexpr std::int64_t kTickMs = 100;
/// A tick comes after this time even if there is no event. This tick finds messages that the
/// mailbox's bell has not reported.
constexpr std::int64_t kLookMs = 2000;
/// The time that is left for notifications after a signal that ends the process.
constexpr auto kHurry = std::chrono::seconds(1);

}  // namespace

/// Opens the callbacks. The port is recorded durably before the first callback URL is made.
Result<void> Loop::OpenCallbacks() {
  if (facts_.callback_listen.empty() && facts_.callback_url.empty()) {
    return {};
  }
  callbacks_ = std::make_unique<Callbacks>(*this);
  const auto told = [this] { return std::pair(facts_.callback_address, facts_.callback_token); };
  const auto before = told();
  HPDL_TRY(callbacks_->Open(&facts_));
  if (told() != before) {
    HPDL_TRY(journal_->PutFacts(facts_));
    if (!callbacks_->listens()) {
      loaded_.front().callback_hash = HashOfToken(facts_.callback_token);
      HPDL_TRY(journal_->PutJob(loaded_.front()));
    }
    HPDL_TRY(journal_->Commit());
  }
  return {};
}

Network* Loop::network() {
  if (network_ == nullptr && program_.network != nullptr) {
    network_ = program_.network->open(*io_);
  }
  return network_.get();
}

FileSystems* Loop::file_systems() {
  if (file_systems_ == nullptr && program_.hadoop != nullptr && network() != nullptr) {
    file_systems_ = program_.hadoop->open(*network_, site_, facts_.site_path);
  }
  return file_systems_.get();
}

Clusters* Loop::clusters() {
  if (clusters_ == nullptr && program_.hadoop != nullptr && network() != nullptr) {
    clusters_ = program_.hadoop->open_clusters(*io_, *network_, site_, facts_.site_path);
  }
  return clusters_.get();
}

Notifier& Loop::notifier() {
  if (notifier_ == nullptr) {
    notifier_ = std::make_unique<Notifier>(
        *io_, *journal_, NotificationPolicy::Of(site_), [this] { return network(); },
        [this] {
          if (only_sends_) {
            FlushNotifications();  // there are no ticks while the loop only sends notifications
          } else {
            TickSoon();
            ParkSoon();
          }
          if (stopping_) {
            Drain();
          }
        });
  }
  if (sla_ != nullptr && notifier_->send_other == nullptr) {
    notifier_->send_other = [this](const NotificationRow& row) { return sla_->Send(row); };
  }
  return *notifier_;
}

void Loop::FlushNotifications() {
  if (notifier_ == nullptr) {
    return;
  }
  const Result<bool> flushed = notifier_->Flush();
  if (!flushed) {
    Break(flushed.error());
  } else if (*flushed) {
    Changed();
  }
}

/// Stops the loop if it need not wait longer for notifications. Must be called when only
/// notifications are left. A loop that may park the job stops if nothing will be sent in the next
/// park_after_ms. Any other loop stops after end_wait_ms, or earlier if nothing more will be sent
/// in that time. A `resume` that only sends notifications has no time limit.
void Loop::Drain() {
  if (notifier_ == nullptr) {
    Stop();
    return;
  }
  const Notifier::Clock::time_point now = Notifier::Clock::now();
  if (!drain_until_) {
    const bool unbounded = (only_sends_ && !hooks_.only_send) || hooks_.park_after_ms;
    drain_until_ = unbounded ? Notifier::Clock::time_point::max()
                             : now + std::chrono::milliseconds(notifier_->policy().end_wait_ms);
  }
  if (hurries_) {
    drain_until_ = std::min(*drain_until_, now + kHurry);
    hurries_ = false;
  }
  const Notifier::Clock::time_point patience =
      hooks_.park_after_ms ? now + std::chrono::milliseconds(*hooks_.park_after_ms) : *drain_until_;
  if (now >= *drain_until_ || notifier_->Settled(patience)) {
    Stop();
    return;
  }
  if (*drain_until_ != Notifier::Clock::time_point::max()) {
    parts_->drain.expires_at(TheTime().NextLook(*drain_until_));
    parts_->drain.async_wait([this](const boost::system::error_code& error) {
      if (!error && stopping_) {
        Drain();
      }
    });
  }
}

void Loop::Stop() {
  FlushNotifications();
  ParkEnded();
  Commit([this] {
    if (!stopping_ || journal_->dirty()) {
      return;  // a `resume` has called off the stop, or there are more records to commit
    }
    if (sink_ != nullptr && notifier_ != nullptr) {
      sink_->OnUndelivered(notifier_->waiting(), notifier_->given_up());
    }
    io_->stop();
  });
}

/// Makes a tick come within a tenth of a second. New results of notifications, changed rows of
/// running actions and new events can wait for that time.
void Loop::TickSoon() {
  if (!tick_is_soon_ && parts_ != nullptr) {
    tick_is_soon_ = true;
    TickAfter(kTickMs);
  }
}

/// Sets the time of the next tick. Replaces the earlier time.
void Loop::TickAfter(std::int64_t milliseconds) {
  parts_->tick.expires_after(std::chrono::milliseconds(milliseconds));
  parts_->tick.async_wait([this](const boost::system::error_code& error) {
    if (!error) {
      Tick();
    }
  });
}

void Loop::FlushRows() {
  for (const Soft& soft : std::exchange(soft_, {})) {
    soft.job->PutSoft(soft.node);
  }
}

void Loop::Tick() {
  ListenToBell();
  tick_is_soon_ = false;
  FlushNotifications();
  FlushRows();
  HandleMessages();
  std::optional<std::int64_t> wanted;
  if (sink_ != nullptr) {
    sink_->OnTick(NowMs());
    wanted = sink_->NextTick();
  }
  ParkIfIdle();
  if (!tick_is_soon_) {
    TickAfter(std::min(wanted.value_or(kLookMs), parts_->bell.is_open() ? kLookMs : kTickMs));
  }
}

/// Opens the bell, a descriptor that becomes readable when a message arrives. The first tick calls
/// this function, because a job that has ended by then needs no bell.
void Loop::ListenToBell() {
  if (const int bell = has_listened_ ? -1 : mailbox_->OpenBell(); bell >= 0) {
    boost::system::error_code unwatchable;
    if (parts_->bell.assign(bell, unwatchable); unwatchable) {
      ::close(bell);  // without the mailbox's bell, each tick checks for messages
    } else {
      AwaitBell();
    }
  }
  has_listened_ = true;
}

void Loop::AwaitBell() {
  parts_->bell.async_read_some(boost::asio::buffer(parts_->rings),
                               [this](const boost::system::error_code& error, std::size_t) {
                                 if (error == boost::asio::error::operation_aborted) {
                                   return;
                                 }
                                 if (error) {
                                   // Without the mailbox's bell, each tick checks for messages.
                                   parts_->bell.close();
                                   TickSoon();
                                   return;
                                 }
                                 HandleMessages();
                                 AwaitBell();
                               });
}

void Loop::WatchSignals() {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before{};
    boost::system::error_code ignored;
    // A signal that the caller has set to ignored, such as SIGHUP by nohup, stays ignored.
    if (sigaction(number, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) {
      parts_->signals.add(number, ignored);
    }
  }
  AwaitSignal();
}

void Loop::AwaitSignal() {
  parts_->signals.async_wait([this](const boost::system::error_code& error, int number) {
    if (!error) {
      OnSignal(number);
      AwaitSignal();
    }
  });
}

void Loop::OnSignal(int number) {
  // SIGINT comes from a person at the terminal and suspends the job. Other signals only end the
  // process, because the machine shuts down, a session is closed or a container is moved. A job
  // that is ending can no longer be suspended, and its end is already durable.
  const bool goes_on = !only_sends_ && !stopping_ && !suspended_ && !root().ended();
  const bool only_ends = root().ending() || !hooks_.kill_only.empty();
  if (goes_on && (number != SIGINT || only_ends)) {
    Detach(number);
    return;
  }
  // This signal is SIGINT, or a second signal, or a signal that comes while the process waits for
  // its last notifications.
  hurries_ = must_end_ = true;
  if (drain_until_) {
    drain_until_ = Notifier::Clock::now();
  }
  if (only_sends_) {
    Drain();
    return;
  }
  // The loop need not wait for local commands. They continue below the keeper process, and `resume`
  // adopts them.
  Suspend("signal");
  StopWhenDurable();
}

/// Ends the engine like a crash, but first commits the records of this turn of the loop. The
/// journal does not record that the engine ended.
void Loop::Detach(int number) {
  Commit([this, number] {
    detached_by_ = number;
    io_->stop();
  });
}

}  // namespace hpdl::rt
