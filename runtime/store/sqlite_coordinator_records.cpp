#include "runtime/store/sqlite_coordinator_records.h"

#include <string>
#include <string_view>

#include "runtime/store/coordinator_rows.h"
#include "runtime/store/schema.h"

namespace hpdl::rt {
namespace {

/// The conditions of a query, and what follows them. Numbers alone are in it, so nothing is to be
/// bound.
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

Result<bool> SqliteCoordinatorRecords::HasTables() {
  if (has_tables_) {
    return true;
  }
  Statement query;
  HPDL_TRY(database_.Prepare(
      "SELECT 1 FROM sqlite_schema WHERE type='table' AND name='coordinator_action'", &query));
  const Result<bool> row = query.Step();
  HPDL_TRY(row);
  has_tables_ = *row;
  query.Reset();
  return has_tables_;
}

Result<void> SqliteCoordinatorRecords::ReadyToPut(Statement& statement, const char* sql) {
  HPDL_TRY(begin_());
  const Result<bool> there = HasTables();
  HPDL_TRY(there);
  if (!*there) {
    HPDL_TRY(database_.Execute(store_schema::kCoordinatorTables));
  }
  return statement.prepared() ? Result<void>() : database_.Prepare(sql, &statement);
}

template <class Row>
Result<void> SqliteCoordinatorRecords::PutRow(const Row& row, Statement& statement,
                                              const char* sql) {
  HPDL_TRY(ReadyToPut(statement, sql));
  ColumnBinder binder(statement);
  Visit(row, binder);
  binder.BindSum();
  return statement.Run();
}

Result<void> SqliteCoordinatorRecords::Put(const CoordinatorRow& row) {
  return PutRow(row, put_coordinator_,
                "INSERT OR REPLACE INTO coordinator VALUES(0,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
}

Result<void> SqliteCoordinatorRecords::Put(const CoordinatorActionRow& row) {
  return PutRow(
      row, put_action_,
      "INSERT OR REPLACE INTO coordinator_action VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
}

Result<void> SqliteCoordinatorRecords::Drop(std::int64_t number) {
  HPDL_TRY(ReadyToPut(drop_action_, "DELETE FROM coordinator_action WHERE number=?"));
  return drop_action_.Bind(number).Run();
}

Result<void> SqliteCoordinatorRecords::Put(const BundleRow& row) {
  return PutRow(row, put_bundle_, "INSERT OR REPLACE INTO bundle VALUES(0,?,?,?,?,?,?)");
}

Result<void> SqliteCoordinatorRecords::Put(const BundledRow& row) {
  return PutRow(row, put_bundled_, "INSERT OR REPLACE INTO bundled VALUES(?,?,?,?,?,?,?,?,?,?)");
}

Result<void> SqliteCoordinatorRecords::EachRow(const std::string& sql,
                                               const std::function<bool(Statement&)>& read) {
  const Result<bool> there = HasTables();
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
Result<std::vector<Row>> SqliteCoordinatorRecords::Rows(const std::string& sql) {
  std::vector<Row> rows;
  HPDL_TRY(EachRow(sql, [&rows](Statement& query) {
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
  return TheOne(Rows<CoordinatorRow>("SELECT * FROM coordinator"));
}

Result<std::vector<CoordinatorActionRow>> SqliteCoordinatorRecords::Actions(
    const ActionQuery& query) {
  std::string sql = "SELECT * FROM coordinator_action" + ConditionOf(query) + " ORDER BY number" +
                    (query.descending ? " DESC" : "");
  if (query.limit >= 0 || query.skip > 0) {
    sql += " LIMIT " + std::to_string(query.limit) + " OFFSET " + std::to_string(query.skip);
  }
  return Rows<CoordinatorActionRow>(sql);
}

Result<std::map<ActionState, std::int64_t>> SqliteCoordinatorRecords::Count(
    const ActionQuery& query) {
  std::map<ActionState, std::int64_t> counts;
  HPDL_TRY(EachRow(
      "SELECT state, COUNT(*) FROM coordinator_action" + ConditionOf(query) + " GROUP BY state",
      [&counts](Statement& row) {
        counts[static_cast<ActionState>(row.Integer(0))] = row.Integer(1);
        return true;
      }));
  return counts;
}

Result<std::optional<BundleRow>> SqliteCoordinatorRecords::Bundle() {
  return TheOne(Rows<BundleRow>("SELECT * FROM bundle"));
}

Result<std::vector<BundledRow>> SqliteCoordinatorRecords::Bundled() {
  return Rows<BundledRow>("SELECT * FROM bundled ORDER BY place");
}

}  // namespace hpdl::rt
