#ifndef HPDL_STDLIB_CLUSTER_REPORT_H_
#define HPDL_STDLIB_CLUSTER_REPORT_H_

#include <string>
#include <string_view>

#include "runtime/ground/value/eval.h"

namespace hpdl::stdlib {

/// What java/SubmitJob.java tells of its job.
struct ClientReport {
  std::string id;       ///< "job_..."; "" if it was not submitted
  std::string state;    ///< SUCCEEDED, FAILED, UNSUBMITTED; "" if it did not get that far
  std::string failure;  ///< one text
  rt::Counters counters;
};

/// Lines that are not understood are passed over: what is there counts.
ClientReport ReadClientReport(std::string_view text);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_REPORT_H_
