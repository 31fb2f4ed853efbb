#ifndef HPDL_RUNTIME_PROGRAM_VIEW_JSON_H_
#define HPDL_RUNTIME_PROGRAM_VIEW_JSON_H_

#include <string_view>

#include "runtime/program/json.h"
#include "runtime/store/store.h"

namespace hpdl::rt {

/// Begins the object of a job with its members; the caller may add to it and ends it.
void WriteJob(JsonWriter* json, const JobRow& job, std::string_view root_id);
/// The same for a node.
void WriteNode(JsonWriter* json, const NodeRow& node, std::uint32_t dialect);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAM_VIEW_JSON_H_
