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

/// One event of an agreement (SLA): it came to be, its job has started, its job has ended.
struct SlaEventRow {
  std::int64_t number = 0;  ///< from 1, in the order in which they were added
  std::string id;           ///< of the job or the action
  std::string key;          ///< what happened and when; an event has one of its own for each id
  std::string text;         ///< what the reader makes of it
};

/// Events of all jobs of a state directory, numbered once and for good: who has heard of all up to
/// a number asks for those after it. The file is `sla-events.db`; it is made at the first use, and
/// holds nothing that journals do not.
class SlaEventLog {
 public:
  static Result<std::unique_ptr<SlaEventLog>> Open(const StateDirectory& state);

  /// Adds those that are not there yet, in this order. They are durable when it returns.
  Result<void> Add(std::span<const SlaEventRow> events);
  /// At most `most` of those with a number above `after`, in order; of `id`, or with "" of all.
  Result<std::vector<SlaEventRow>> After(std::int64_t after, std::size_t most, std::string_view id);

 private:
  SlaEventLog() = default;
  std::unique_ptr<Database> database_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_SERVER_RECORDS_SLA_EVENT_LOG_H_
