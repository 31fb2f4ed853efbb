// What workflow jobs and their actions have agreed on.
#include "runtime/engine/job_sla.h"

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <functional>
#include <limits>
#include <map>
#include <utility>

#include "runtime/abi/hpdl_abi.h"
#include "runtime/abi/text_view.h"
#include "runtime/agreements/sla_alerts.h"
#include "runtime/agreements/sla_rows.h"
#include "runtime/base/clock.h"
#include "runtime/engine/job_run.h"
#include "runtime/engine/loop.h"
#include "runtime/engine/transaction.h"
#include "runtime/store/agreed_jobs.h"

namespace hpdl::rt {
namespace {

/// Rows of the agreements of one job follow each other: the job's own, then those of its nodes.
constexpr std::int64_t kNodesOfAJob = 1 << 20;
/// No timer sleeps longer: the clock of the machine may be set.
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

  /// What somebody has ended while no engine ran it.
  Result<void> CatchUp(const std::vector<JobRow>& jobs) override {
    HPDL_TRY(Load());
    Journal& journal = loop_.journal();
    const Tell tell = [&journal](std::vector<NotificationRow> alerts) {
      for (NotificationRow& alert : alerts) {
        (void)journal.PutNotification(&alert);  // what fails there fails the commit too
      }
    };
    for (const JobRow& row : jobs) {
      const auto own = rows_.find(NumberOf(row.number, HPDL_NONE));
      const bool open = own != rows_.end() && (own->second.judged & kSlaClosed) == 0;
      if (IsEnd(row.state) && open) {
        HPDL_TRY(JudgeJob(tell, own->second, row));
      }
      if (IsEnd(row.state)) {
        HPDL_TRY(CloseNodes(tell, row));
      }
    }
    SetTimer();
    return journal.Commit();
  }

  Result<void> Saw(Transaction& together, const JobRow& row) override {
    HPDL_TRY(Load());
    const Tell tell = TellBy(together);
    const std::int64_t first = NumberOf(row.number, HPDL_NONE);
    if (row.state != JobState::kPrep && !rows_.contains(first) && !agreed_.contains(row.number)) {
      HPDL_TRY(Agree(row));
    }
    const auto own = rows_.find(first);
    if (own != rows_.end()) {
      if (row.state == JobState::kRunning) {
        Renew(own->second);
      }
      HPDL_TRY(JudgeJob(tell, own->second, row));
    }
    if (IsEnd(row.state)) {
      HPDL_TRY(CloseNodes(tell, row));
    }
    SetTimer();
    return {};
  }

  Result<void> Saw(Transaction& together, const NodeRow& row) override {
    HPDL_TRY(Load());
    const auto found = by_node_.find({row.job, row.node});
    if (found == by_node_.end() || row.skipped) {
      return {};
    }
    SlaRow& own = rows_.at(found->second);
    if (!IsEnd(row.state)) {
      Renew(own);
    }
    SlaFacts facts;
    facts.started_ms = KnownTime(row.started_ms);
    facts.ended_ms = IsEnd(row.state) ? KnownTime(row.ended_ms) : std::nullopt;
    facts.succeeded = row.state == NodeState::kOk;
    own.job_status = StateName(row.state, HPDL_DIALECT_OOZIE);
    HPDL_TRY(JudgeOne(TellBy(together), own, facts));
    SetTimer();
    return {};
  }

  std::optional<std::int64_t> NextMs() const override {
    std::optional<std::int64_t> next;
    for (const auto& [number, row] : rows_) {
      const std::optional<std::int64_t> own =
          NextJudgement(ExpectationOf(row), StateOf(row), latency_ms_);
      if (own && (!next || *own < *next)) {
        next = own;
      }
    }
    return next;
  }

  Task<std::string> Send(NotificationRow row) override {
    Network* network = loop_.network();
    if (network == nullptr) {
      co_return "E0901: this program was built with --no-network";
    }
    SlaAlerts alerts(*network, loop_.site(), loop_.journal(), loop_.loaded_jobs().front(),
                     loop_.job_path());
    co_return co_await alerts.Send(std::move(row));
  }

 private:
  /// What is in the journal, at the first use.
  Result<void> Load() {
    if (loaded_) {
      return {};
    }
    Result<std::vector<SlaRow>> rows =
        loop_.journal().coordinator().Slas(0, std::numeric_limits<std::int64_t>::max(), false);
    HPDL_TRY(rows);
    for (SlaRow& row : *rows) {
      const std::int64_t job = row.number / kNodesOfAJob;
      agreed_[job] = true;
      const std::size_t at = row.id.find('@');
      if (at != std::string::npos) {
        by_node_[{job, row.id.substr(at + 1)}] = row.number;
      }
      const std::int64_t number = row.number;
      rows_[number] = std::move(row);
    }
    loaded_ = true;
    return {};
  }

  /// The agreements of a job that begins. Those of a root job have been checked; one of a
  /// sub-workflow whose terms are none is left out, and the job runs all the same.
  Result<void> Agree(const JobRow& row) {
    agreed_[row.number] = true;
    const hpdl_program& program = loop_.program();
    JobRun* const job = loop_.FindJob(row.id);
    for (std::uint32_t i = 0; job != nullptr && i < program.agreement_count; ++i) {
      const hpdl_agreement& agreement = program.agreements[i];
      if (agreement.workflow != row.workflow) {
        continue;
      }
      const Result<SlaTerms> terms = TermsOf(agreement, job->view());
      if (!terms) {
        continue;
      }
      SlaRow own;
      own.number = NumberOf(row.number, agreement.node);
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
        by_node_[{row.number, node}] = own.number;
      }
      SetTerms(*terms, &own);
      HPDL_TRY(loop_.journal().coordinator().Put(own));
      const std::int64_t number = own.number;
      rows_[number] = std::move(own);
    }
    return {};
  }

  /// What had ended runs again: it is judged anew.
  static void Renew(SlaRow& row) {
    if ((row.judged & kSlaClosed) != 0) {
      SetState({}, &row);
    }
  }

  /// Puts what is told of an event.
  using Tell = std::function<void(std::vector<NotificationRow>)>;
  static Tell TellBy(Transaction& together) {
    return [&together](std::vector<NotificationRow> alerts) { together.Notify(std::move(alerts)); };
  }

  Result<void> JudgeJob(const Tell& tell, SlaRow& own, const JobRow& row) {
    SlaFacts facts;
    facts.started_ms = KnownTime(row.started_ms);
    facts.ended_ms = IsEnd(row.state) ? KnownTime(row.ended_ms) : std::nullopt;
    facts.succeeded = row.state == JobState::kSucceeded;
    own.job_status = StateName(row.state, row.dialect);
    return JudgeOne(tell, own, facts);
  }

  Result<void> JudgeOne(const Tell& tell, SlaRow& row, const SlaFacts& facts) {
    const std::int64_t now_ms = NowMs();
    SlaState state = StateOf(row);
    const std::vector<SlaEvent> events =
        rt::Judge(ExpectationOf(row), facts, now_ms, latency_ms_, &state);
    SetState(state, &row);
    row.modified_ms = now_ms;
    HPDL_TRY(loop_.journal().coordinator().Put(row));
    for (const SlaEvent event : events) {
      if ((row.alert_events & BitOf(event)) != 0) {
        tell(AlertsOf(row, event, std::string(loop_.site().Text(Setting::kSlaAlertUrl))));
      }
    }
    return {};
  }

  /// The job has ended. What it did not come to has missed its end if the job did not succeed; else
  /// the job went another way.
  Result<void> CloseNodes(const Tell& tell, const JobRow& job) {
    for (auto at = rows_.upper_bound(NumberOf(job.number, HPDL_NONE));
         at != rows_.end() && at->first < NumberOf(job.number + 1, HPDL_NONE); ++at) {
      SlaRow& row = at->second;
      if ((row.judged & kSlaClosed) != 0) {
        continue;
      }
      SlaFacts facts;
      facts.started_ms = KnownTime(row.started_ms);
      facts.ended_ms = job.ended_ms;
      if (job.state == JobState::kSucceeded && !facts.started_ms) {
        SlaState state = StateOf(row);
        state.closed = true;
        SetState(state, &row);
        HPDL_TRY(loop_.journal().coordinator().Put(row));
        continue;
      }
      HPDL_TRY(JudgeOne(tell, row, facts));
    }
    return {};
  }

  /// Time alone has passed.
  void Look() {
    Transaction together(loop_);
    for (auto& [number, row] : rows_) {
      const std::optional<std::int64_t> due =
          NextJudgement(ExpectationOf(row), StateOf(row), latency_ms_);
      if (!due || *due > NowMs()) {
        continue;
      }
      SlaFacts facts;
      facts.started_ms = KnownTime(row.started_ms);
      if (const Result<void> judged = JudgeOne(TellBy(together), row, facts); !judged) {
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
  bool loaded_ = false;
  std::map<std::int64_t, SlaRow> rows_;
  std::map<std::int64_t, bool> agreed_;  ///< jobs whose agreements are in rows_, if they have any
  std::map<std::pair<std::int64_t, std::string>, std::int64_t> by_node_;  ///< numbers
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
