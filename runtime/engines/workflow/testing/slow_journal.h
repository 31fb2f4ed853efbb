#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_TESTING_SLOW_JOURNAL_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_TESTING_SLOW_JOURNAL_H_

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/store/journal.h"

namespace hpdl::rt::testing {

/// The delay of a slow journal's commits, and data about the commits.
struct SlowCommits {
  int delay_ms = 3;
  int started = 0, settled = 0;
  int most_in_flight = 0;
  /// The journal calls this function at the beginning of a commit. The function may set delay_ms
  /// for the commit.
  std::function<void()> begins;
  /// The number of the first commit that fails with kFenced; all later commits fail too. If 0, no
  /// commit fails.
  int fenced_from = 0;
  /// For each node, the number, from 1, of the commit that contains the node's first row.
  std::map<std::string, int> of_node;
  bool IsSettled(const std::string& node) const {
    const auto at = of_node.find(node);
    return at != of_node.end() && at->second <= settled;
  }
};

/// Wraps a journal and answers its commits later.
class SlowJournal final : public Journal {
 public:
  SlowJournal(boost::asio::io_context& io, std::unique_ptr<Journal> inner,
              std::shared_ptr<SlowCommits> commits)
      : io_(io), inner_(std::move(inner)), commits_(std::move(commits)) {}

  Result<void> PutFacts(const JobFacts& facts) override { return inner_->PutFacts(facts); }
  Result<void> PutJob(const JobRow& row) override { return inner_->PutJob(row); }
  Result<void> PutNode(const NodeRow& row) override {
    commits_->of_node.try_emplace(row.node, commits_->started + 1);
    return inner_->PutNode(row);
  }
  Result<void> PutProperties(std::int64_t job, std::int64_t run,
                             const Properties& properties) override {
    return inner_->PutProperties(job, run, properties);
  }
  Result<void> PutCallback(const CallbackRow& row) override { return inner_->PutCallback(row); }
  Result<void> PutAttempt(const AttemptRow& row) override { return inner_->PutAttempt(row); }
  Result<void> PutAnswer(const AnswerRow& row) override { return inner_->PutAnswer(row); }
  Result<void> PutEndedRun(const JobRow& row) override { return inner_->PutEndedRun(row); }
  Result<void> PutNotification(NotificationRow* row) override {
    return inner_->PutNotification(row);
  }
  JournalTables tables() override { return inner_->tables(); }
  Result<void> Commit() override { return inner_->Commit(); }
  void CommitThen(const Settled& settled) override {
    const int number = ++commits_->started;
    if (commits_->begins) {
      commits_->begins();
    }
    commits_->most_in_flight =
        std::max(commits_->most_in_flight, commits_->started - commits_->settled);
    const bool fenced = commits_->fenced_from != 0 && number >= commits_->fenced_from;
    Result<void> done =
        fenced ? Result<void>(Error{ErrorClass::kFatal, kFenced, "taken over"}) : inner_->Commit();
    auto timer = std::make_shared<boost::asio::steady_timer>(
        io_, std::chrono::milliseconds(commits_->delay_ms));
    timer->async_wait([timer, settled, done = std::move(done),
                       commits = commits_](const boost::system::error_code& error) {
      if (!error) {
        ++commits->settled;
        settled(done);
      }
    });
  }
  std::int64_t turn() const override { return inner_->turn(); }
  bool dirty() const override { return inner_->dirty(); }
  Result<void> CheckThere() const override { return inner_->CheckThere(); }
  Result<JobFacts> Facts() override { return inner_->Facts(); }
  Result<std::vector<JobRow>> Jobs() override { return inner_->Jobs(); }
  Result<std::vector<NodeRow>> Nodes(std::int64_t job, std::int64_t run) override {
    return inner_->Nodes(job, run);
  }
  Result<std::optional<NodeRow>> Node(std::int64_t job, std::int64_t run,
                                      std::string_view node) override {
    return inner_->Node(job, run, node);
  }
  Result<Properties> JobProperties(std::int64_t job, std::int64_t run) override {
    return inner_->JobProperties(job, run);
  }
  Result<std::vector<CallbackRow>> Callbacks(std::int64_t job, std::int64_t run) override {
    return inner_->Callbacks(job, run);
  }
  Result<NotificationReport> Notifications() override { return inner_->Notifications(); }
  Result<std::vector<AnswerRow>> Answers() override { return inner_->Answers(); }
  Result<std::vector<AttemptRow>> Attempts(std::int64_t job, std::int64_t run) override {
    return inner_->Attempts(job, run);
  }
  Result<std::vector<JobRow>> EndedRuns() override { return inner_->EndedRuns(); }
  Result<std::int64_t> LastSequence() override { return inner_->LastSequence(); }

 private:
  boost::asio::io_context& io_;
  std::unique_ptr<Journal> inner_;
  std::shared_ptr<SlowCommits> commits_;
};

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_TESTING_SLOW_JOURNAL_H_
