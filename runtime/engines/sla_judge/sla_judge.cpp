// Checks whether workflow jobs and their actions meet the times in their SLA agreements.
#include "runtime/engines/sla_judge/sla_judge.h"

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "runtime/engines/sla_judge/sla_alerts.h"
#include "runtime/engines/sla_judge/sla_rows.h"
#include "runtime/engines/workflow/job_run.h"
#include "runtime/engines/workflow/loop.h"
#include "runtime/engines/workflow/transaction.h"
#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/clock.h"
#include "runtime/store/local/agreed_jobs.h"

namespace hpdl::rt {
namespace {

/// The numbers that each job reserves for its rows of SLA agreements. The first number is for the
/// job's own agreement. The other numbers are for the agreements of the job's nodes.
constexpr std::int64_t kNodesOfAJob = 1 << 20;
/// The maximum time for which the timer waits. A longer wait is split, because the machine's clock
/// may be set meanwhile.
constexpr std::int64_t kMostSleepMs = 60'000;

std::int64_t NumberOf(std::int64_t job, std::uint32_t node) {
  return job * kNodesOfAJob + (node == HPDL_NONE ? 0 : node + 1);
}

Result<SlaTerms> TermsOf(const hpdl_agreement& agreement, JobView& view) {
  SlaTexts texts;
  for (std::uint32_t i = 0; i < agreement.arg_count; ++i) {
    Result<std::string> text = view.Text(agreement.args[i].expr, {});
    HPDL_TRY(text);
    SetField(agreement.args[i].field, std::move(*text), &texts);
  }
  return ReadSlaTerms(texts);
}

class WorkflowSla final : public JobSla {
 public:
  explicit WorkflowSla(Loop& loop)
      : loop_(loop), latency_ms_(loop.site().Number(Setting::kSlaLatency)), timer_(loop.io()) {}

  Result<void> CatchUp(const std::vector<JobRow>& jobs) override {
    HPDL_TRY(Load());
    Journal& journal = loop_.journal();
    const Tell tell = [&journal](std::vector<NotificationRow> alerts) -> Result<void> {
      for (NotificationRow& alert : alerts) {
        HPDL_TRY(journal.PutNotification(&alert));
      }
      return {};
    };
    for (const JobRow& row : jobs) {
      if (!IsEnd(row.state)) {
        continue;
      }
      const auto own = rows_.find(NumberOf(row.number, HPDL_NONE));
      if (own != rows_.end() && IsOpen(own->second)) {
        HPDL_TRY(JudgeJob(tell, own->second, row));
      }
      HPDL_TRY(CloseNodes(tell, row));
    }
    SetTimer();
    return journal.Commit();
  }

  Result<void> Saw(Transaction& together, const JobRow& row) override {
    const Tell tell = TellBy(together);
    if (row.state != JobState::kPrep && agreed_.insert(row.number).second) {
      HPDL_TRY(Agree(row));
    }
    const auto own = rows_.find(NumberOf(row.number, HPDL_NONE));
    if (own != rows_.end()) {
      HPDL_TRY(
          JudgeJob(tell, row.state == JobState::kRunning ? Anew(own->second) : own->second, row));
    }
    if (IsEnd(row.state)) {
      HPDL_TRY(CloseNodes(tell, row));
    }
    SetTimer();
    return {};
  }

  Result<void> Saw(Transaction& together, const NodeRow& row) override {
    const auto found = by_node_.find({row.job, row.node});
    if (found == by_node_.end() || row.skipped) {
      return {};
    }
    SlaRow own = rows_.at(found->second);
    if (!IsEnd(row.state)) {
      own = Anew(std::move(own));
    }
    SlaFacts facts;
    facts.started_ms = KnownTime(row.started_ms);
    facts.ended_ms = IsEnd(row.state) ? KnownTime(row.ended_ms) : std::nullopt;
    facts.succeeded = row.state == NodeState::kOk;
    own.job_status = StateName(row.state, HPDL_DIALECT_OOZIE);
    HPDL_TRY(JudgeOne(TellBy(together), std::move(own), facts));
    SetTimer();
    return {};
  }

  std::optional<std::int64_t> NextMs() const override {
    return due_.empty() ? std::nullopt : std::optional(due_.begin()->first);
  }

  Task<TryResult> Send(NotificationRow row) override {
    // The notifier sends nothing without a network, so network() is not null.
    SlaAlerts alerts(*loop_.network(), loop_.site(), loop_.journal(), loop_.loaded_jobs().front(),
                     loop_.job_path());
    co_return co_await alerts.Send(std::move(row));
  }

 private:
  static bool IsOpen(const SlaRow& row) { return (row.judged & kSlaClosed) == 0; }

  Result<void> Load() {
    Result<std::vector<SlaRow>> rows =
        loop_.journal().coordinator().Slas(0, std::numeric_limits<std::int64_t>::max(), false);
    HPDL_TRY(rows);
    for (SlaRow& row : *rows) {
      Remember(std::move(row));
    }
    return {};
  }

  void Remember(SlaRow row) {
    const std::int64_t number = row.number;
    const std::size_t at = row.id.find('@');
    if (at != std::string::npos) {
      by_node_[{number / kNodesOfAJob, row.id.substr(at + 1)}] = number;
    }
    const auto due = [this](const SlaRow& each) {
      return NextJudgement(ExpectationOf(each), StateOf(each), latency_ms_);
    };
    const auto before = rows_.find(number);
    if (before != rows_.end()) {
      if (const std::optional<std::int64_t> was = due(before->second)) {
        due_.erase({*was, number});
      }
    }
    if (const std::optional<std::int64_t> next = due(row)) {
      due_.emplace(*next, number);
    }
    rows_.insert_or_assign(number, std::move(row));
  }

  Result<void> Keep(SlaRow row) {
    HPDL_TRY(loop_.journal().coordinator().Put(row));
    Remember(std::move(row));
    return {};
  }

  /// Records the SLA agreements of a job that begins, unless an earlier run has recorded them. The
  /// terms of a root job were checked before. Invalid terms of a sub-workflow job are ignored, and
  /// the job runs.
  Result<void> Agree(const JobRow& row) {
    const hpdl_program& program = loop_.program();
    JobRun* const job = loop_.FindJob(row.id);
    for (std::uint32_t i = 0; job != nullptr && i < program.agreement_count; ++i) {
      const hpdl_agreement& agreement = program.agreements[i];
      const std::int64_t number = NumberOf(row.number, agreement.node);
      if (agreement.workflow != row.workflow || rows_.contains(number)) {
        continue;
      }
      const Result<SlaTerms> terms = TermsOf(agreement, job->view());
      if (!terms) {
        continue;
      }
      SlaRow own;
      own.number = number;
      own.created_ms = own.modified_ms = NowMs();
      own.id = row.id;
      own.parent_id = row.parent < 0 ? "" : loop_.IdOf(row.parent);
      own.subject = SlaSubject::kWorkflowJob;
      own.app_name = row.app_name;
      own.job_status = "PREP";
      if (agreement.node != HPDL_NONE) {
        const std::string node(ToView(program.workflows[row.workflow].nodes[agreement.node].name));
        own.id += "@" + node;
        own.parent_id = row.id;
        own.subject = SlaSubject::kWorkflowAction;
        own.app_name = node;
      }
      SetTerms(*terms, &own);
      HPDL_TRY(Keep(std::move(own)));
    }
    return {};
  }

  /// Returns the row with an open state. If an earlier run has closed the row, the row gets the
  /// state of a new row.
  static SlaRow Anew(SlaRow row) {
    if (!IsOpen(row)) {
      SetState({}, &row);
    }
    return row;
  }

  /// A function that records the alerts of an event.
  using Tell = std::function<Result<void>(std::vector<NotificationRow>)>;
  static Tell TellBy(Transaction& together) {
    return [&together](std::vector<NotificationRow> alerts) -> Result<void> {
      together.Notify(std::move(alerts));
      return {};
    };
  }

  Result<void> JudgeJob(const Tell& tell, SlaRow own, const JobRow& row) {
    SlaFacts facts;
    facts.started_ms = KnownTime(row.started_ms);
    facts.ended_ms = IsEnd(row.state) ? KnownTime(row.ended_ms) : std::nullopt;
    facts.succeeded = row.state == JobState::kSucceeded;
    own.job_status = StateName(row.state, row.dialect);
    return JudgeOne(tell, std::move(own), facts);
  }

  /// Checks the times of the row `now`, which has new values. Stores the row if a value or the
  /// result of the check has changed.
  Result<void> JudgeOne(const Tell& tell, SlaRow now, const SlaFacts& facts) {
    const std::int64_t now_ms = NowMs();
    SlaState state = StateOf(now);
    const std::vector<SlaEvent> events =
        rt::DeriveSlaEvents(ExpectationOf(now), facts, now_ms, latency_ms_, &state);
    SetState(state, &now);
    if (now == rows_.at(now.number)) {
      return {};
    }
    now.modified_ms = now_ms;
    for (const SlaEvent event : events) {
      if ((now.alert_events & BitOf(event)) != 0) {
        HPDL_TRY(tell(AlertsOf(now, event, std::string(loop_.site().Text(Setting::kSlaAlertUrl)))));
      }
    }
    return Keep(std::move(now));
  }

  /// Closes the open SLA agreements of an ended job's nodes. If the job succeeded, a node that
  /// never started is not checked, because the job did not pass it. Every other node is checked as
  /// if it had failed at the end of the job.
  Result<void> CloseNodes(const Tell& tell, const JobRow& job) {
    for (auto at = rows_.upper_bound(NumberOf(job.number, HPDL_NONE));
         at != rows_.end() && at->first < NumberOf(job.number + 1, HPDL_NONE); ++at) {
      if (!IsOpen(at->second)) {
        continue;
      }
      SlaRow row = at->second;
      if (job.state == JobState::kSucceeded && row.started_ms == 0) {
        SlaState state = StateOf(row);
        state.closed = true;
        SetState(state, &row);
        HPDL_TRY(Keep(std::move(row)));
        continue;
      }
      SlaFacts facts;
      facts.started_ms = KnownTime(row.started_ms);
      facts.ended_ms = job.ended_ms;
      HPDL_TRY(JudgeOne(tell, std::move(row), facts));
    }
    return {};
  }

  /// Checks the SLA agreements whose next check is due.
  void Look() {
    Transaction together(loop_);
    const std::int64_t now_ms = NowMs();
    std::vector<std::int64_t> numbers;
    for (auto at = due_.begin(); at != due_.end() && at->first <= now_ms; ++at) {
      numbers.push_back(at->second);
    }
    for (const std::int64_t number : numbers) {
      SlaRow row = rows_.at(number);
      SlaFacts facts;
      facts.started_ms = KnownTime(row.started_ms);
      if (const Result<void> judged = JudgeOne(TellBy(together), std::move(row), facts); !judged) {
        loop_.Break(judged.error());
        return;
      }
    }
    loop_.Changed();
    loop_.ParkSoon();
    SetTimer();
  }

  void SetTimer() {
    const std::optional<std::int64_t> next = NextMs();
    if (!next) {
      timer_.cancel();
      return;
    }
    const std::int64_t left = std::clamp<std::int64_t>(*next - NowMs(), 0, kMostSleepMs);
    timer_.expires_after(std::chrono::milliseconds(left));
    timer_.async_wait([this](const boost::system::error_code& error) {
      if (!error) {
        Look();
      }
    });
  }

  Loop& loop_;
  const std::int64_t latency_ms_;
  boost::asio::steady_timer timer_;
  std::map<std::int64_t, SlaRow> rows_;  ///< all SLA rows of the journal, by number
  /// Each row that has a next check: the time of the check and the number of the row.
  std::set<std::pair<std::int64_t, std::int64_t>> due_;
  std::set<std::int64_t> agreed_;  ///< numbers of the jobs that left PREP in this process
  /// The numbers of the rows of nodes, by job number and node name.
  std::map<std::pair<std::int64_t, std::string>, std::int64_t> by_node_;
};

Result<void> CheckTerms(const hpdl_program& program, JobView& view) {
  for (std::uint32_t i = 0; i < program.agreement_count; ++i) {
    if (program.agreements[i].workflow == 0) {
      const Result<SlaTerms> terms = TermsOf(program.agreements[i], view);
      HPDL_TRY(terms);
    }
  }
  return {};
}

std::unique_ptr<JobSla> OpenSla(Loop& loop) {
  return std::make_unique<WorkflowSla>(loop);
}

}  // namespace
}  // namespace hpdl::rt

extern "C" const hpdl_sla hpdl_sla_judge = {&hpdl::rt::OpenSla, &hpdl::rt::CheckTerms,
                                            &hpdl::rt::NoteAgreed};
