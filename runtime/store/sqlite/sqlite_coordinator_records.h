#ifndef HPDL_RUNTIME_STORE_SQLITE_SQLITE_COORDINATOR_RECORDS_H_
#define HPDL_RUNTIME_STORE_SQLITE_SQLITE_COORDINATOR_RECORDS_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/store/coordinator_records.h"
#include "runtime/store/sqlite/schema.h"
#include "runtime/store/sqlite/sqlite.h"

namespace hpdl::rt {

/// Reads and writes the tables kCoordinatorTables and kSlaTable (schema.h) in the database of a
/// journal. The first row creates the tables.
class SqliteCoordinatorRecords final : public CoordinatorRecords {
 public:
  /// Begins a transaction unless a transaction is open already. The next commit ends it.
  using Begin = std::function<Result<void>()>;

  /// `database` must outlive this object.
  SqliteCoordinatorRecords(Database& database, Begin begin)
      : database_(database), begin_(std::move(begin)) {}

  Result<void> Put(const CoordinatorRow& row) override;
  Result<void> Put(const CoordinatorActionRow& row) override;
  Result<void> Drop(std::int64_t number) override;
  Result<void> Put(const BundleRow& row) override;
  Result<void> Put(const BundledRow& row) override;
  Result<void> Put(const SlaRow& row) override;
  Result<void> DropSla(std::int64_t number) override;
  Result<std::optional<CoordinatorRow>> Coordinator() override;
  Result<std::vector<CoordinatorActionRow>> Actions(const ActionQuery& query) override;
  Result<std::map<ActionState, std::int64_t>> Count(const ActionQuery& query) override;
  Result<std::optional<BundleRow>> Bundle() override;
  Result<std::vector<BundledRow>> Bundled() override;
  Result<std::vector<SlaRow>> Slas(std::int64_t first, std::int64_t last, bool open) override;

 private:
  /// Tables that are created together.
  struct Tables {
    const char* name;  ///< name of one of the tables
    const char* sql;
    bool there = false;  ///< true if the tables are known to exist
  };
  Result<bool> Has(Tables& tables);
  Result<void> ReadyToPut(Tables& tables, Statement& statement, const char* sql);
  /// Calls `read` with each row, if the tables exist. If `read` returns false, the row is damaged
  /// and the result is an error.
  Result<void> EachRow(Tables& tables, const std::string& sql,
                       const std::function<bool(Statement&)>& read);
  template <class Row>
  Result<void> PutRow(Tables& tables, const Row& row, Statement& statement, const char* sql);
  template <class Row>
  Result<std::vector<Row>> Rows(Tables& tables, const std::string& sql);

  Database& database_;
  const Begin begin_;
  Tables tables_{"coordinator_action", store_schema::kCoordinatorTables};
  Tables sla_{"sla", store_schema::kSlaTable};
  Statement put_coordinator_, put_action_, drop_action_, put_bundle_, put_bundled_, put_sla_,
      drop_sla_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_SQLITE_SQLITE_COORDINATOR_RECORDS_H_
