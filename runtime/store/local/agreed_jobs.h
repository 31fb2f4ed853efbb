#ifndef HPDL_RUNTIME_STORE_LOCAL_AGREED_JOBS_H_
#define HPDL_RUNTIME_STORE_LOCAL_AGREED_JOBS_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/store/local/state_directory.h"

/// Notes the root jobs whose journals have SLA agreements, so that a reader of agreements opens no
/// other journals. The note of a job is an empty file. These functions are not members of
/// StateDirectory, so that programs without agreements need not link them.
namespace hpdl::rt {

/// Notes a job. Must be called before the first commit that has agreements. The job may already be
/// noted.
Result<void> NoteAgreed(const StateDirectory& state, std::string_view root_id);

/// Returns the ids of the noted jobs, sorted. Removes the notes of jobs that no longer exist.
Result<std::vector<std::string>> AgreedJobs(const StateDirectory& state);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LOCAL_AGREED_JOBS_H_
