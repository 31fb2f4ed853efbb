#ifndef HPDL_RUNTIME_GROUND_BASE_LINE_DIFFERENCE_H_
#define HPDL_RUNTIME_GROUND_BASE_LINE_DIFFERENCE_H_

#include <string>
#include <string_view>

namespace hpdl::rt {

/// Returns the differences between two texts in the form of `git diff`, but without the header
/// lines: hunks with three lines of context around the differences. Returns "" if the texts are
/// equal. Lines are paired with git's histogram algorithm. Oozie uses this algorithm too, so the
/// result is the same as Oozie's.
std::string LineDifference(std::string_view from, std::string_view to);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_LINE_DIFFERENCE_H_
