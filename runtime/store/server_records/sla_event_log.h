#ifndef HPDL_RUNTIME_STORE_SERVER_RECORDS_SLA_EVENT_LOG_H_
#define HPDL_RUNTIME_STORE_SERVER_RECORDS_SLA_EVENT_LOG_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/sqlite/sqlite.h"

namespace hpdl::rt {

/// One event of an SLA agreement: the agreement was made, its job has started, or its job has
/// ended.
struct SlaEventRow {
  std::int64_t number = 0;  ///< from 1, in the order of addition
  std::string id;           ///< id of the job or the action
  std::string key;          ///< the kind and the time of the event; unique for each id
  std::string text;         ///< text that the reader interprets
};

/// The events of all jobs of a state directory. Each event gets a number that never changes. So a
/// reader can ask for the events after the last number that it has read. The file is
/// `sla-events.db`. It is made at the first use. The journals of the jobs have all its data, too.
class SlaEventLog {
 public:
  static Result<std::unique_ptr<SlaEventLog>> Open(const StateDirectory& state);

  /// Adds those of `events` that are not in the log yet, in the order of `events`. They are durable
  /// when the function returns.
  Result<void> Add(std::span<const SlaEventRow> events);
  /// Returns at most `most` events with numbers above `after`, ordered by number. If `id` is "",
  /// returns the events of all jobs.
  Result<std::vector<SlaEventRow>> After(std::int64_t after, std::size_t most, std::string_view id);

 private:
  SlaEventLog() = default;
  std::unique_ptr<Database> database_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_SERVER_RECORDS_SLA_EVENT_LOG_H_
