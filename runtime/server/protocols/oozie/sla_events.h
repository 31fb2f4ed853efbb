#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_SLA_EVENTS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_SLA_EVENTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/server/protocols/oozie/sla_records.h"
#include "runtime/store/server_records/sla_event_log.h"

/// The events of agreements that `GET v1/sla` lists: an agreement was made, its job or action
/// started, its job or action ended.
namespace hpdl::rt {

/// Returns the events of agreements, in the order of time and without numbers.
std::vector<SlaEventRow> EventsOf(const std::vector<SlaRecord>& records);

/// Writes a document with these events. `after`: the number after which the caller requested
/// events. It is the last number in a document without events.
std::string SlaMessage(const std::vector<SlaEventRow>& events, std::int64_t after);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_SLA_EVENTS_H_
