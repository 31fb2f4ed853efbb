#ifndef HPDL_RUNTIME_SERVER_JOBS_PROGRAM_ANSWER_H_
#define HPDL_RUNTIME_SERVER_JOBS_PROGRAM_ANSWER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/server/work/children.h"

namespace hpdl::rt {

/// What a program printed that did what it was told, without the lines that begin with its name:
/// these are warnings. An error: there is more than was read.
Result<std::string> AnswerOf(const ChildEnd& end, std::string_view program);

/// The numbers of `{"version":1, ...,"actions":[1,2]}`; none if it does not name any actions, or is
/// a text of blanks. Nothing: it is another text.
std::optional<std::vector<std::int64_t>> ReadActedUpon(std::string_view answer);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_PROGRAM_ANSWER_H_
