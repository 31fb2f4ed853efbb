#ifndef HPDL_STDLIB_CLUSTER_REPORT_H_
#define HPDL_STDLIB_CLUSTER_REPORT_H_

#include <string>
#include <string_view>

#include "runtime/ground/value/eval.h"

namespace hpdl::stdlib {

/// The report of java/SubmitJob.java about its job.
struct ClientReport {
  std::string id;       ///< "job_..."; "" if the job was not submitted
  std::string state;    ///< SUCCEEDED, FAILED, UNSUBMITTED; "" if the client ended too early
  std::string failure;  ///< the failure's message, without escapes
  rt::Counters counters;
};

/// Parses a report. Lines that are not understood are ignored.
ClientReport ReadClientReport(std::string_view text);

/// Adds the task counters again under the former name of their group, because workflows use both
/// names.
void AddFormerGroup(rt::Counters* counters);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_REPORT_H_
