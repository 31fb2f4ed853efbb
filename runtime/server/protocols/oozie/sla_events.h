#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_SLA_EVENTS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_SLA_EVENTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/server/protocols/oozie/sla_records.h"
#include "runtime/store/server_records/sla_event_log.h"

/// The events of SLA agreements that `GET v1/sla` lists: an agreement was made, its job or action
/// started, or its job or action ended.
namespace hpdl::rt {

/// Returns the events of SLA agreements, sorted by time. The events have no numbers yet.
std::vector<SlaEventRow> EventsOf(const std::vector<SlaRecord>& records);

/// Writes the XML document with these events. The caller has requested the events with numbers
/// above `after`. A document without events has `after` as its last number.
std::string SlaMessage(const std::vector<SlaEventRow>& events, std::int64_t after);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_SLA_EVENTS_H_
