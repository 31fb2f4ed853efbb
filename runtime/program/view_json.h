#ifndef HPDL_RUNTIME_PROGRAM_VIEW_JSON_H_
#define HPDL_RUNTIME_PROGRAM_VIEW_JSON_H_

#include <string_view>

#include "runtime/program/json.h"
#include "runtime/store/records.h"
#include "runtime/store/wait.h"

namespace hpdl::rt {

/// Begins the object of a job with its members; the caller may add to it and ends it.
void WriteJob(JsonWriter* json, const JobRow& job, std::string_view root_id);
/// The members `parked`, the time or null, and `waits`, what a parked job waits for.
void WriteParked(JsonWriter* json, const JobRow& job);
/// The object of a wait.
void WriteWait(JsonWriter* json, const Wait& wait);
/// The same as WriteJob() for a node.
void WriteNode(JsonWriter* json, const NodeRow& node, std::uint32_t dialect);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAM_VIEW_JSON_H_
