#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_SLA_EVENTS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_SLA_EVENTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/server/protocols/oozie/sla_records.h"
#include "runtime/store/server_records/sla_event_log.h"

/// Events of the older kind, which `GET v1/sla` lists: an agreement came to be, its job or action
/// has started, it has ended.
namespace hpdl::rt {

/// What has happened by what is known of agreements, in the order of time; without numbers.
std::vector<SlaEventRow> EventsOf(const std::vector<SlaRecord>& records);

/// The document with these events. `after`: the number that was asked from, which is the last one
/// if there are none.
std::string SlaMessage(const std::vector<SlaEventRow>& events, std::int64_t after);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_SLA_EVENTS_H_
