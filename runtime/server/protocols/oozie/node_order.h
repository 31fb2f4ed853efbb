#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_NODE_ORDER_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_NODE_ORDER_H_

#include <vector>

#include "runtime/store/records.h"

namespace hpdl::rt {

/// The nodes of a run by their starts, those that have not started last; of nodes that started in
/// the same millisecond, one that led to another comes before it.
std::vector<const NodeRow*> InOrderOfStart(const std::vector<NodeRow>& nodes);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_NODE_ORDER_H_
