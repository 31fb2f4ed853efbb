#ifndef HPDL_RUNTIME_STORE_SQLITE_SQLITE_JOURNAL_H_
#define HPDL_RUNTIME_STORE_SQLITE_SQLITE_JOURNAL_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/store/journal.h"
#include "runtime/store/sqlite/sqlite.h"

namespace hpdl::rt {

/// The journal of one job in a SQLite database (schema.h). The epoch is in `meta`; a commit looks
/// there only if another connection has written since the last one. A commit that fails is not
/// repeated, since SQLite may have lost it and may not: so turns are counted in memory only, and
/// the journal, opened again, shows what is durable.
class SqliteJournal final : public Journal {
 public:
  /// Is told of the job rows of each commit: whether they are durable, which is not known for sure
  /// if the commit failed.
  using Committed = std::function<void(bool durable, const std::vector<JobRow>&)>;

  /// A new journal at `path`: the file with its tables is on the disk when this returns.
  static Result<std::unique_ptr<Journal>> Create(const std::string& path, Committed committed = {});
  /// Checks the version and, unless `read_only`, the structure; migrates older versions.
  static Result<std::unique_ptr<Journal>> Open(const std::string& path, bool read_only,
                                               Committed committed = {});
  /// To read a journal that nobody writes meanwhile; if somebody does all the same, what is read
  /// may be old, or make no sense. Takes a third of the time where there is no WAL.
  static Result<std::unique_ptr<Journal>> OpenSettled(const std::string& path);

  Result<void> PutFacts(const JobFacts& facts) override;
  Result<void> PutJob(const JobRow& row) override;
  Result<void> PutNode(const NodeRow& row) override;
  Result<void> PutProperties(std::int64_t job, std::int64_t run,
                             const Properties& properties) override;
  Result<void> PutCallback(const CallbackRow& row) override;
  Result<void> PutNotification(NotificationRow* row) override;
  Result<void> PutAttempt(const AttemptRow& row) override;
  Result<void> PutAnswer(const AnswerRow& row) override;
  Result<void> PutEndedRun(const JobRow& row) override;
  ~SqliteJournal() override { DropCoordinator(); }
  JournalTables tables() override {
    return {database_.get(), [this] { return Begin(); }};
  }
  Result<void> Commit() override;
  std::int64_t turn() const override { return turn_; }
  bool dirty() const override { return dirty_; }
  Result<void> CheckThere() const override;
  Result<JobFacts> Facts() override;
  Result<std::vector<JobRow>> Jobs() override;
  Result<std::vector<NodeRow>> Nodes(std::int64_t job, std::int64_t run) override;
  Result<Properties> JobProperties(std::int64_t job, std::int64_t run) override;
  Result<std::vector<CallbackRow>> Callbacks(std::int64_t job, std::int64_t run) override;
  Result<NotificationReport> Notifications() override;
  Result<std::vector<AnswerRow>> Answers() override;
  Result<std::vector<AttemptRow>> Attempts(std::int64_t job, std::int64_t run) override;
  Result<std::vector<JobRow>> EndedRuns() override;
  Result<std::int64_t> LastSequence() override;

 private:
  SqliteJournal(std::unique_ptr<Database> database, Committed committed)
      : database_(std::move(database)), committed_(std::move(committed)) {}
  Result<void> Begin();
  static Result<std::unique_ptr<SqliteJournal>> OfKnownVersion(std::unique_ptr<Database> database,
                                                               Committed committed,
                                                               std::int64_t* version);
  Result<void> RaiseEpoch();
  Result<void> CheckEpoch();
  Result<std::int64_t> Version();
  /// Prepares `statement` on its first use: a reader pays only for the statements that it uses.
  Result<void> Ready(Statement& statement, const char* sql);
  Error Damaged(const char* what) const;
  /// Whether the tables that came with `version` are there: a reader of an older journal does not
  /// migrate.
  Result<bool> HasTablesOf(std::int64_t version);
  /// Inserts the job's columns and their sum by `sql`.
  Result<void> PutJobRow(const JobRow& row, Statement& statement, const char* sql);
  /// `has_late`: whether the table has the columns that came late.
  Result<std::vector<JobRow>> JobRows(const char* sql, bool has_late);
  /// Calls `read` with each row; false from it means that `what` is damaged.
  template <class Read>
  Result<void> EachRow(Statement& query, const char* what, Read read);

  std::unique_ptr<Database> database_;  // before the statements, which it must outlive
  Statement begin_, commit_, put_job_, put_node_, put_property_, drop_properties_, put_meta_,
      drop_meta_, put_callback_, put_notification_, put_attempt_, put_ended_run_, put_answer_;
  const Committed committed_;
  std::vector<JobRow> put_jobs_;  ///< of the open transaction, if somebody is to be told
  std::optional<std::int64_t> last_notification_;  ///< id of the newest, once looked up
  std::int64_t epoch_ = 0;
  std::int64_t turn_ = 0;
  std::uint32_t data_version_ = 0;  ///< as of the last look at the epoch
  bool dirty_ = false;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_SQLITE_SQLITE_JOURNAL_H_
