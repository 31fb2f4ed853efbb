#ifndef HPDL_RUNTIME_STORE_JOB_IDS_H_
#define HPDL_RUNTIME_STORE_JOB_IDS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/store/records.h"

namespace hpdl::rt {

/// `<7 digits>-<yyMMddHHmmssSSS, UTC>-hpdl-<user>-W`, the form of Oozie's ids, with the letter of
/// the type. Characters of the user's name that a path or an id cannot have become '_'.
std::string FormatJobId(std::int64_t number, std::int64_t now_ms, std::string_view user,
                        JobType type);

/// The type of a job by its id; that of a workflow if the id does not say another one.
JobType TypeOfId(std::string_view id);

/// Whether it may name a folder below `jobs`: of our form's characters, not a path.
bool IsJobId(std::string_view id);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_JOB_IDS_H_
