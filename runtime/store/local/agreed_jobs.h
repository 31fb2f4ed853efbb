#ifndef HPDL_RUNTIME_STORE_LOCAL_AGREED_JOBS_H_
#define HPDL_RUNTIME_STORE_LOCAL_AGREED_JOBS_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/store/local/state_directory.h"

/// Which root jobs have agreements (SLA) in their journals: an empty file each, so that who asks
/// about agreements opens no other journal. No part of StateDirectory: most programs have none.
namespace hpdl::rt {

/// To be called before the first commit that has some. What was noted already is fine.
Result<void> NoteAgreed(const StateDirectory& state, std::string_view root_id);

/// Their ids, in order. What was noted of jobs that are there no more is taken away.
Result<std::vector<std::string>> AgreedJobs(const StateDirectory& state);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LOCAL_AGREED_JOBS_H_
