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

/// Returns the output of a program that succeeded, without its warnings. A warning is a line that
/// begins with the name of the program. Returns an error if the program printed more than was read.
Result<std::string> AnswerOf(const ChildEnd& end, std::string_view program);

/// Returns the numbers of `{"version":1, ...,"actions":[1,2]}`; empty if the text names no actions
/// or is blank. nullopt: the text has another form.
std::optional<std::vector<std::int64_t>> ReadActedUpon(std::string_view answer);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_PROGRAM_ANSWER_H_
