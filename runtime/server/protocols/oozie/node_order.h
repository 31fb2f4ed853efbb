#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_NODE_ORDER_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_NODE_ORDER_H_

#include <vector>

#include "runtime/store/records.h"

namespace hpdl::rt {

/// Returns the nodes of a run in the order of their starts; nodes that have not started are last.
/// If nodes started in the same millisecond, a node that led to another node comes before that
/// node.
std::vector<const NodeRow*> InOrderOfStart(const std::vector<NodeRow>& nodes);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_NODE_ORDER_H_
