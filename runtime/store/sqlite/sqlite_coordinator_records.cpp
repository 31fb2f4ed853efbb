#include "runtime/store/sqlite/sqlite_coordinator_records.h"

#include <memory>
#include <string>
#include <string_view>

#include "runtime/store/journal.h"
#include "runtime/store/sqlite/coordinator_rows.h"

namespace hpdl::rt {
namespace {

/// Returns the WHERE clause of a query. The values in it are numbers, so nothing needs to be bound.
std::string ConditionOf(const ActionQuery& query) {
  std::string text =
      " WHERE number BETWEEN " + std::to_string(query.first) + " AND " + std::to_string(query.last);
  const auto add_states = [&](const std::vector<ActionState>& states, const char* in) {
    if (states.empty()) {
      return;
    }
    text.append(" AND state ").append(in).append("(");
    for (std::size_t i = 0; i < states.size(); ++i) {
      text.append(i == 0 ? "" : ",").append(std::to_string(static_cast<int>(states[i])));
    }
    text.append(")");
  };
  add_states(query.states, "IN");
  add_states(query.not_states, "NOT IN");
  text.append(query.wishes ? " AND wish<>0" : "");
  const ActionQuery any;
  if (query.nominal_from != any.nominal_from || query.nominal_to != any.nominal_to) {
    text.append(" AND nominal BETWEEN " + std::to_string(query.nominal_from) + " AND " +
                std::to_string(query.nominal_to));
  }
  return text;
}

}  // namespace

CoordinatorRecords& Journal::coordinator() {
  if (coordinator_ == nullptr) {
    const JournalTables own = tables();
    coordinator_ = std::make_unique<SqliteCoordinatorRecords>(*own.database, own.begin);
  }
  return *coordinator_;
}

Result<bool> SqliteCoordinatorRecords::Has(Tables& tables) {
  if (tables.there) {
    return true;
  }
  Statement query;
  HPDL_TRY(database_.Prepare("SELECT 1 FROM sqlite_schema WHERE type='table' AND name=?", &query));
  const Result<bool> row = query.Bind(std::string_view(tables.name)).Step();
  HPDL_TRY(row);
  tables.there = *row;
  query.Reset();
  return tables.there;
}

Result<void> SqliteCoordinatorRecords::ReadyToPut(Tables& tables, Statement& statement,
                                                  const char* sql) {
  HPDL_TRY(begin_());
  const Result<bool> there = Has(tables);
  HPDL_TRY(there);
  if (!*there) {
    HPDL_TRY(database_.Execute(tables.sql));
  }
  return statement.prepared() ? Result<void>() : database_.Prepare(sql, &statement);
}

template <class Row>
Result<void> SqliteCoordinatorRecords::PutRow(Tables& tables, const Row& row, Statement& statement,
                                              const char* sql) {
  HPDL_TRY(ReadyToPut(tables, statement, sql));
  ColumnBinder binder(statement);
  Visit(row, binder);
  binder.BindSum();
  return statement.Run();
}

Result<void> SqliteCoordinatorRecords::Put(const CoordinatorRow& row) {
  return PutRow(tables_, row, put_coordinator_,
                "INSERT OR REPLACE INTO coordinator VALUES(0,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
}

Result<void> SqliteCoordinatorRecords::Put(const CoordinatorActionRow& row) {
  return PutRow(
      tables_, row, put_action_,
      "INSERT OR REPLACE INTO coordinator_action VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
}

Result<void> SqliteCoordinatorRecords::Drop(std::int64_t number) {
  HPDL_TRY(ReadyToPut(tables_, drop_action_, "DELETE FROM coordinator_action WHERE number=?"));
  return drop_action_.Bind(number).Run();
}

Result<void> SqliteCoordinatorRecords::Put(const BundleRow& row) {
  return PutRow(tables_, row, put_bundle_, "INSERT OR REPLACE INTO bundle VALUES(0,?,?,?,?,?,?)");
}

Result<void> SqliteCoordinatorRecords::Put(const BundledRow& row) {
  return PutRow(tables_, row, put_bundled_,
                "INSERT OR REPLACE INTO bundled VALUES(?,?,?,?,?,?,?,?,?,?,?)");
}

Result<void> SqliteCoordinatorRecords::EachRow(Tables& tables, const std::string& sql,
                                               const std::function<bool(Statement&)>& read) {
  const Result<bool> there = Has(tables);
  HPDL_TRY(there);
  if (!*there) {
    return {};
  }
  Statement query;
  HPDL_TRY(database_.Prepare(sql.c_str(), &query));
  while (true) {
    const Result<bool> more = query.Step();
    HPDL_TRY(more);
    if (!*more) {
      return {};
    }
    if (!read(query)) {
      return Error{ErrorClass::kCorruptStore, "E0713",
                   "the journal " + database_.path() +
                       " is damaged: the record of a coordinator cannot be trusted"};
    }
  }
}

template <class Row>
Result<std::vector<Row>> SqliteCoordinatorRecords::Rows(Tables& tables, const std::string& sql) {
  std::vector<Row> rows;
  HPDL_TRY(EachRow(tables, sql, [&rows](Statement& query) {
    ColumnReader reader(query, IsSingle<Row>() ? 1 : 0);
    Visit(rows.emplace_back(), reader);
    return reader.Matches() && IsSound(rows.back());
  }));
  return rows;
}

namespace {

template <class Row>
Result<std::optional<Row>> TheOne(Result<std::vector<Row>> rows) {
  HPDL_TRY(rows);
  return rows->empty() ? std::optional<Row>() : std::optional<Row>(std::move(rows->front()));
}

}  // namespace

Result<std::optional<CoordinatorRow>> SqliteCoordinatorRecords::Coordinator() {
  return TheOne(Rows<CoordinatorRow>(tables_, "SELECT * FROM coordinator"));
}

Result<std::vector<CoordinatorActionRow>> SqliteCoordinatorRecords::Actions(
    const ActionQuery& query) {
  std::string sql = "SELECT * FROM coordinator_action" + ConditionOf(query) + " ORDER BY number" +
                    (query.descending ? " DESC" : "");
  if (query.limit >= 0 || query.skip > 0) {
    sql += " LIMIT " + std::to_string(query.limit) + " OFFSET " + std::to_string(query.skip);
  }
  return Rows<CoordinatorActionRow>(tables_, sql);
}

Result<std::map<ActionState, std::int64_t>> SqliteCoordinatorRecords::Count(
    const ActionQuery& query) {
  std::map<ActionState, std::int64_t> counts;
  HPDL_TRY(EachRow(
      tables_,
      "SELECT state, COUNT(*) FROM coordinator_action" + ConditionOf(query) + " GROUP BY state",
      [&counts](Statement& row) {
        counts[static_cast<ActionState>(row.Integer(0))] = row.Integer(1);
        return true;
      }));
  return counts;
}

Result<std::optional<BundleRow>> SqliteCoordinatorRecords::Bundle() {
  return TheOne(Rows<BundleRow>(tables_, "SELECT * FROM bundle"));
}

Result<std::vector<BundledRow>> SqliteCoordinatorRecords::Bundled() {
  return Rows<BundledRow>(tables_, "SELECT * FROM bundled ORDER BY place");
}

Result<void> SqliteCoordinatorRecords::Put(const SlaRow& row) {
  return PutRow(sla_, row, put_sla_,
                "INSERT OR REPLACE INTO sla VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
}

Result<void> SqliteCoordinatorRecords::DropSla(std::int64_t number) {
  const Result<bool> there = Has(sla_);
  HPDL_TRY(there);
  if (!*there) {
    return {};
  }
  HPDL_TRY(ReadyToPut(sla_, drop_sla_, "DELETE FROM sla WHERE number=?"));
  return drop_sla_.Bind(number).Run();
}

Result<std::vector<SlaRow>> SqliteCoordinatorRecords::Slas(std::int64_t first, std::int64_t last,
                                                           bool open) {
  return Rows<SlaRow>(sla_, "SELECT * FROM sla WHERE number BETWEEN " + std::to_string(first) +
                                " AND " + std::to_string(last) + (open ? " AND judged<8" : "") +
                                " ORDER BY number");
}

}  // namespace hpdl::rt
