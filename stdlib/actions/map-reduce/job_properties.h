#ifndef HPDL_STDLIB_ACTIONS_MAP_REDUCE_JOB_PROPERTIES_H_
#define HPDL_STDLIB_ACTIONS_MAP_REDUCE_JOB_PROPERTIES_H_

#include "runtime/value/eval.h"
#include "stdlib/actions/map-reduce/map-reduce.kind.h"

namespace hpdl::stdlib {

/// The properties of a job in the cluster that Oozie makes of <streaming>.
rt::Properties PropertiesOfStreaming(const Streaming& streaming);

/// Those that Hadoop Pipes' own client makes of <pipes>: what is not Java is the program's.
rt::Properties PropertiesOfPipes(const Pipes& pipes);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_MAP_REDUCE_JOB_PROPERTIES_H_
