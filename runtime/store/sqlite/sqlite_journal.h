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

/// The journal of one job in a SQLite database (schema.h). The epoch is stored in `meta`. A
/// transaction checks the epoch only if another connection has written since the last check. A
/// failed commit is not repeated, because its rows may be durable or not. A process that opens the
/// journal again sees which rows are durable. turn() is not stored.
class SqliteJournal final : public Journal {
 public:
  /// A function that is called with the job rows of each commit. `durable` is false after a failed
  /// commit: it is then unknown whether the rows are durable.
  using Committed = std::function<void(bool durable, const std::vector<JobRow>&)>;

  /// Creates a journal at `path`. The file and its tables are durable when the function returns.
  static Result<std::unique_ptr<Journal>> Create(const std::string& path, Committed committed = {});
  /// Opens a journal and checks its version. Unless `read_only`, also checks its structure and
  /// migrates older versions.
  static Result<std::unique_ptr<Journal>> Open(const std::string& path, bool read_only,
                                               Committed committed = {});
  /// Opens a journal for reading while no process writes it. If a process writes it nevertheless,
  /// the rows may be old or inconsistent. If the journal has no WAL, this takes a third of the time
  /// of Open().
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
  Result<std::optional<NodeRow>> Node(std::int64_t job, std::int64_t run,
                                      std::string_view node) override;
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
  /// Prepares `statement` at its first use: a reader pays only for the statements that it uses.
  Result<void> Ready(Statement& statement, const char* sql);
  Error Damaged(const char* what) const;
  /// True if the journal has the tables that came with `version`. A reader of an older journal does
  /// not migrate it.
  Result<bool> HasTablesOf(std::int64_t version);
  /// Inserts the job's columns and their checksum with the statement `sql`.
  Result<void> PutJobRow(const JobRow& row, Statement& statement, const char* sql);
  /// Reads job rows. `has_late`: the table has the columns after the checksum column `sum`.
  Result<std::vector<JobRow>> JobRows(const char* sql, bool has_late);
  Result<std::vector<NodeRow>> ReadNodes(Statement& query);
  /// Calls `read` with each row. If `read` returns false, the result is an error which says that
  /// `what` is damaged.
  template <class Read>
  Result<void> EachRow(Statement& query, const char* what, Read read);

  std::unique_ptr<Database> database_;  // declared before the statements, which it must outlive
  Statement begin_, commit_, put_job_, put_node_, put_property_, drop_properties_, put_meta_,
      drop_meta_, put_callback_, put_notification_, put_attempt_, put_ended_run_, put_answer_,
      drop_answers_;
  const Committed committed_;
  std::vector<JobRow> put_jobs_;  ///< rows that the open transaction will pass to `committed_`
  /// The highest id of a notification; nullopt until the id is looked up.
  std::optional<std::int64_t> last_notification_;
  std::int64_t epoch_ = 0;
  std::int64_t turn_ = 0;
  std::uint32_t data_version_ = 0;  ///< the data version when the epoch was last checked
  bool dirty_ = false;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_SQLITE_SQLITE_JOURNAL_H_
