#ifndef HPDL_RUNTIME_STORE_SQLITE_COORDINATOR_RECORDS_H_
#define HPDL_RUNTIME_STORE_SQLITE_COORDINATOR_RECORDS_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/store/coordinator_records.h"
#include "runtime/store/sqlite.h"

namespace hpdl::rt {

/// The tables of kCoordinatorTables (schema.h) in the database of a journal. They are made with the
/// first row that is put.
class SqliteCoordinatorRecords final : public CoordinatorRecords {
 public:
  /// Begins the transaction that the next commit ends, if there is none yet.
  using Begin = std::function<Result<void>()>;

  /// `database` is borrowed.
  SqliteCoordinatorRecords(Database& database, Begin begin)
      : database_(database), begin_(std::move(begin)) {}

  Result<void> Put(const CoordinatorRow& row) override;
  Result<void> Put(const CoordinatorActionRow& row) override;
  Result<void> Drop(std::int64_t number) override;
  Result<void> Put(const BundleRow& row) override;
  Result<void> Put(const BundledRow& row) override;
  Result<std::optional<CoordinatorRow>> Coordinator() override;
  Result<std::vector<CoordinatorActionRow>> Actions(const ActionQuery& query) override;
  Result<std::map<ActionState, std::int64_t>> Count(const ActionQuery& query) override;
  Result<std::optional<BundleRow>> Bundle() override;
  Result<std::vector<BundledRow>> Bundled() override;

 private:
  Result<bool> HasTables();
  Result<void> ReadyToPut(Statement& statement, const char* sql);
  /// Calls `read` with each row, if there are tables. False: the row cannot be trusted.
  Result<void> EachRow(const std::string& sql, const std::function<bool(Statement&)>& read);
  template <class Row>
  Result<void> PutRow(const Row& row, Statement& statement, const char* sql);
  template <class Row>
  Result<std::vector<Row>> Rows(const std::string& sql);

  Database& database_;
  const Begin begin_;
  bool has_tables_ = false;
  Statement put_coordinator_, put_action_, drop_action_, put_bundle_, put_bundled_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_SQLITE_COORDINATOR_RECORDS_H_
