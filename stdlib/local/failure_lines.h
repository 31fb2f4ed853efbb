#ifndef HPDL_STDLIB_LOCAL_FAILURE_LINES_H_
#define HPDL_STDLIB_LOCAL_FAILURE_LINES_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"

/// Finds the important lines in the output of tools that write much.
namespace hpdl::stdlib {

/// Returns the last lines of a tool's output that report its failure, at most 10 lines and 2,000
/// bytes. Leaves out frames of a Java trace and messages that report no failure. `cut` is true if
/// the text is the end of a longer text. The secrets are replaced by ***.
std::string FailureLines(std::string_view text, bool cut,
                         const std::vector<std::string>& secrets = {});

/// Returns `message` with the lines that FailureLines() finds in the attempt's standard error. If
/// there are no such lines, it uses the attempt's standard output.
std::string WithFailureLines(std::string message, const rt::ActionContext& ctx,
                             const std::vector<std::string>& secrets = {});

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_FAILURE_LINES_H_
