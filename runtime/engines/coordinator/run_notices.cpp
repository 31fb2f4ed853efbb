// Sends the notifications and alerts of a process that runs a coordinator.
#include "runtime/engines/coordinator/coordinator_notices.h"
#include "runtime/engines/coordinator/coordinator_run.h"
#include "runtime/ground/base/clock.h"
#include "runtime/store/local/agreed_jobs.h"

namespace hpdl::rt {
namespace {

/// The results of notifications are written after this pause, so that one commit holds many
/// results.
constexpr std::int64_t kFlushMs = 100;

}  // namespace

/// Opens the notifier and gives it the notifications that earlier processes have not delivered.
Result<void> CoordinatorRun::OpenNotices() {
  const bool agreed =
      program_.coordinator != nullptr && program_.coordinator->sla_version == kSlaJudged;
  if (agreed) {  // an update of the coordinator may have added an SLA
    HPDL_TRY(NoteAgreed(state_, id_));
  }
  NotificationPolicy policy = NotificationPolicy::Of(site_);
  policy.proxy_property = kCoordinatorNoticeProxy;
  notifier_ = std::make_unique<Notifier>(
      io_, *journal_, std::move(policy), [this] { return network_.get(); },
      [this] {
        flush_at_ms_ = flush_at_ms_.value_or(NowMs() + kFlushMs);
        SetTimer();
      });
  if (network_ != nullptr) {
    alerts_ = std::make_unique<SlaAlerts>(*network_, site_, *journal_, job_->row(),
                                          state_.work().OfJob(id_));
    notifier_->send_other = [this](const NotificationRow& row) { return alerts_->Send(row); };
  }
  Result<NotificationReport> left = journal_->Notifications();
  HPDL_TRY(left);
  notifier_->Load(std::move(left->undelivered), options_.woken);
  return {};
}

/// Makes the job put its notifications and alerts into the notifier. Errors of Put() are ignored
/// here, because the next commit then fails too.
void CoordinatorRun::TellOf(CoordinatorJob& job) {
  const Result<Properties> properties = journal_->JobProperties(0, 0);
  const auto notices =
      std::make_shared<CoordinatorNotices>(properties ? *properties : Properties(), id_);
  if (!notices->empty()) {
    job.on_notice = [this, notices](const CoordinatorActionRow& action, std::string_view status) {
      (void)notifier_->Put({notices->Of(action, status)});
    };
  }
  job.sla().on_alert = [this](const SlaRow& row, SlaEvent event) {
    (void)notifier_->Put(AlertsOf(row, event, std::string(site_.Text(Setting::kSlaAlertUrl))));
  };
}

/// Sends the notifications that the last commit has made durable.
void CoordinatorRun::SendNotices() {
  flush_at_ms_.reset();
  notifier_->Committing();
  notifier_->Committed();
}

/// True if the process of a job that is over may stop sending notifications. A process that may
/// park the job stops if nothing will be sent in the next park_after_ms. Any other process stops
/// after end_wait_ms, or earlier if nothing more will be sent in that time.
bool CoordinatorRun::HasSent() {
  const Notifier::Clock::time_point now = Notifier::Clock::now();
  if (!sends_until_) {
    sends_until_ = now + std::chrono::milliseconds(notifier_->policy().end_wait_ms);
  }
  if (options_.park_after_ms) {
    return notifier_->Settled(now + std::chrono::milliseconds(*options_.park_after_ms));
  }
  return now >= *sends_until_ || notifier_->Settled(*sends_until_);
}

/// Ends the run of a job that is over. If notifications are left, the job is parked and a later
/// process sends them.
void CoordinatorRun::End() {
  const Result<bool> flushed = notifier_->Flush();
  Result<void> done = flushed ? Result<void>() : Result<void>(flushed.error());
  if (done) {
    done = options_.park_after_ms && !AllWaits().empty() ? Park() : journal_->Commit();
  }
  if (!done) {
    broken_ = done.error();
  }
  if (sink_ != nullptr) {
    sink_->OnUndelivered(notifier_->waiting(), notifier_->given_up());
  }
  Stop();
}

}  // namespace hpdl::rt
