#ifndef HPDL_RUNTIME_STORE_SQLITE_ROWS_H_
#define HPDL_RUNTIME_STORE_SQLITE_ROWS_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "runtime/ground/base/fnv_hash.h"
#include "runtime/store/records.h"
#include "runtime/store/sqlite/sqlite.h"

/// The mapping of rows to columns. Each row type lists its columns once, in the order of schema.h.
/// This list is used to bind, to read and to hash a row.
namespace hpdl::rt {

template <class Row, class Visitor>
void VisitJob(Row& row, Visitor&& visit) {
  visit(row.number);
  visit(row.id);
  visit(row.parent);
  visit(row.parent_node);
  visit(row.workflow);
  visit(row.dialect);
  visit(row.app_name);
  visit(row.app_path);
  visit(row.user);
  visit(row.group);
  visit(row.state);
  visit(row.run);
  visit(row.created_ms);
  visit(row.started_ms);
  visit(row.ended_ms);
  visit(row.modified_ms);
  visit(row.error_code);
  visit(row.error_message);
  visit(row.last_error_node);
  visit(row.suspended_by);
}

template <class Row, class Visitor>
void VisitNode(Row& row, Visitor&& visit) {
  visit(row.job);
  visit(row.run);
  visit(row.node);
  visit(row.type);
  visit(row.state);
  visit(row.attempt);
  visit(row.sequence);
  visit(row.skipped);
  visit(row.transition);
  visit(row.started_ms);
  visit(row.ended_ms);
  visit(row.error_code);
  visit(row.error_message);
  visit(row.external_id);
  visit(row.tracker_uri);
  visit(row.external_status);
  visit(row.console_url);
  visit(row.data);
  visit(row.counters);
  visit(row.arguments);
  visit(row.progress);
}

template <class Row, class Visitor>
void VisitCallback(Row& row, Visitor&& visit) {
  visit(row.job);
  visit(row.run);
  visit(row.node);
  visit(row.attempt);
  visit(row.number);
  visit(row.received_ms);
  visit(row.status);
  visit(row.content_type);
  visit(row.body);
}

template <class Row, class Visitor>
void VisitAttempt(Row& row, Visitor&& visit) {
  visit(row.job);
  visit(row.run);
  visit(row.node);
  visit(row.attempt);
  visit(row.sequence);
  visit(row.state);
  visit(row.started_ms);
  visit(row.ended_ms);
  visit(row.error_code);
  visit(row.error_message);
  visit(row.external_id);
}

template <class Row, class Visitor>
void VisitAnswer(Row& row, Visitor&& visit) {
  visit(row.message);
  visit(row.answered_ms);
  visit(row.error_code);
  visit(row.error_message);
}

template <class Row, class Visitor>
void VisitNotification(Row& row, Visitor&& visit) {
  visit(row.id);
  visit(row.job);
  visit(row.run);
  visit(row.hook);
  visit(row.node);
  visit(row.status);
  visit(row.url);
  visit(row.target);
  visit(row.state);
  visit(row.tries);
  visit(row.created_ms);
  visit(row.tried_ms);
  visit(row.error);
}

/// Returns the members whose columns come after the checksum column `sum`. All of these members are
/// texts.
template <class Row>
auto LateColumns(Row& row) {
  if constexpr (std::is_same_v<std::remove_const_t<Row>, NodeRow>) {
    return std::array{&row.token, &row.error_class, &row.wait};
  } else {
    return std::array{&row.parked, &row.callback_hash};
  }
}

/// A hash over the values of the columns, including the lengths of texts.
class RowHash {
 public:
  void Mix(const void* data, std::size_t size) {
    hash_.Add(std::string_view(static_cast<const char*>(data), size));
  }
  void Mix(std::string_view text) {
    MixNumber(text.size());
    hash_.Add(text);
  }
  /// Adds the number as eight bytes, the lowest first. A zero byte only multiplies the hash, so the
  /// zero bytes at the end are added in one step.
  void MixNumber(std::uint64_t number) {
    int left = 8;
    for (; number != 0; number >>= 8) {
      hash_.Add(static_cast<unsigned char>(number));
      --left;
    }
    hash_.AddZeros(left);
  }
  void MixNull() { hash_.Add(std::string_view("\1null")); }
  std::int64_t value() const { return static_cast<std::int64_t>(hash_.value()); }

 private:
  FnvHash64 hash_;
};

/// Adds the late columns, which come after `sum`, to the hash. Leaves out nulls. Adds the index of
/// each column before its value, except for the first late column: older journals have only this
/// late column, and the checksums of these journals must stay valid.
template <class Columns>
void MixLate(const Columns& columns, RowHash* hash) {
  unsigned char place = 0;
  for (const auto* column : columns) {
    if (*column) {
      hash->Mix(&place, place == 0 ? 0 : 1);
      hash->Mix(std::string_view(**column));
    }
    ++place;
  }
}

/// Binds each visited column and adds it to the hash. BindSum() or BindSumAndLate() must come last.
class ColumnBinder {
 public:
  explicit ColumnBinder(Statement& statement) : statement_(statement) {}
  template <class T>
  void operator()(const T& value) {
    if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
      const auto number = static_cast<std::int64_t>(value);
      statement_.Bind(number);
      hash_.MixNumber(static_cast<std::uint64_t>(number));
    } else if constexpr (std::is_same_v<T, std::optional<std::string>>) {
      if (value) {
        (*this)(*value);
      } else {
        statement_.BindNull();
        hash_.MixNull();
      }
    } else {
      const std::string_view text = value;
      statement_.Bind(text);
      hash_.Mix(text);
    }
  }
  void BindSum() { statement_.Bind(hash_.value()); }
  /// Binds the checksum and the columns after it. A null in these columns is not part of the
  /// checksum. Must be called after all other columns.
  template <class Columns>
  void BindSumAndLate(const Columns& columns) {
    MixLate(columns, &hash_);
    BindSum();
    for (const auto* column : columns) {
      if (*column) {
        statement_.Bind(std::string_view(**column));
      } else {
        statement_.BindNull();
      }
    }
  }

 private:
  Statement& statement_;
  RowHash hash_;
};

/// Reads each visited column. Matches() compares the checksum in the column that follows.
class ColumnReader {
 public:
  explicit ColumnReader(Statement& statement, int first = 0)
      : statement_(statement), next_(first) {}
  template <class T>
  void operator()(T& value) {
    if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
      const std::int64_t number = statement_.Integer(next_++);
      value = static_cast<T>(number);
      hash_.MixNumber(static_cast<std::uint64_t>(number));
    } else if constexpr (std::is_same_v<T, std::optional<std::string>>) {
      if (statement_.IsNull(next_)) {
        value.reset();
        hash_.MixNull();
        ++next_;
      } else {
        (*this)(value.emplace());
      }
    } else {
      const std::string_view text = statement_.Text(next_++);
      value.assign(text);
      hash_.Mix(text);
    }
  }
  bool Matches() { return statement_.Integer(next_) == hash_.value(); }
  /// Reads the columns after the checksum, as BindSumAndLate() wrote them. Must be called before
  /// Matches().
  template <class Columns>
  void ReadLate(const Columns& columns) {
    int place = next_;
    for (auto* column : columns) {
      if (!statement_.IsNull(++place)) {
        *column = std::string(statement_.Text(place));
      }
    }
    MixLate(columns, &hash_);
  }

 private:
  Statement& statement_;
  RowHash hash_;
  int next_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_SQLITE_ROWS_H_
