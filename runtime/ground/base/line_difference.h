#ifndef HPDL_RUNTIME_GROUND_BASE_LINE_DIFFERENCE_H_
#define HPDL_RUNTIME_GROUND_BASE_LINE_DIFFERENCE_H_

#include <string>
#include <string_view>

namespace hpdl::rt {

/// What leads from one text to another, in the form of `git diff` without its first lines: hunks
/// with three lines around what differs. "" for equal texts. Which lines are paired is found as
/// git's histogram does, so that the result is the one of Oozie, which has it from there.
std::string LineDifference(std::string_view from, std::string_view to);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_LINE_DIFFERENCE_H_
