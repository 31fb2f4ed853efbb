#ifndef HPDL_STDLIB_LOCAL_FAILURE_LINES_H_
#define HPDL_STDLIB_LOCAL_FAILURE_LINES_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"

/// What tools that talk much say of their failures.
namespace hpdl::stdlib {

/// What a tool's output says of its failure, for people: of its last lines those that are neither
/// frames of a Java trace nor messages about what goes well; at most 10 lines and 2,000 bytes.
/// `cut`: the text is the end of a longer one. In place of the secrets there is ***.
std::string FailureLines(std::string_view text, bool cut,
                         const std::vector<std::string>& secrets = {});

/// `message` with the FailureLines() of the attempt's output, if there are any: of standard error,
/// else of standard output.
std::string WithFailureLines(std::string message, const rt::ActionContext& ctx,
                             const std::vector<std::string>& secrets = {});

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_FAILURE_LINES_H_
