#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_SLA_READING_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_SLA_READING_H_

#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/server/protocols/oozie/sla_records.h"
#include "runtime/store/local/state_directory.h"

/// What the journals of jobs have of agreements (SLA).
namespace hpdl::rt {

/// The root jobs that may have what a query means.
Result<std::vector<std::string>> RootsOf(StateDirectory& state, const SlaQuery& query);

/// Adds the agreements of one of them; those that the query does not mean may be among them. A job
/// that is there no more adds nothing.
Result<void> AddAgreements(StateDirectory& state, const std::string& root_id, const SlaQuery& query,
                           std::vector<SlaRecord>* records);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_SLA_READING_H_
