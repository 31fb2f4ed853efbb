#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_SLA_READING_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_SLA_READING_H_

#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/server/protocols/oozie/sla_records.h"
#include "runtime/store/local/state_directory.h"

/// Reads agreements (SLA) from the journals of jobs.
namespace hpdl::rt {

/// Returns the root jobs that may have agreements which match a query.
Result<std::vector<std::string>> RootsOf(StateDirectory& state, const SlaQuery& query);

/// Adds the agreements of a root job; some of them may not match the query. A job that no longer
/// exists adds no agreements.
Result<void> AddAgreements(StateDirectory& state, const std::string& root_id, const SlaQuery& query,
                           std::vector<SlaRecord>* records);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_SLA_READING_H_
