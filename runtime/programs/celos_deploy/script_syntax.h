#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_SCRIPT_SYNTAX_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_SCRIPT_SYNTAX_H_

#include <string>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// Checks the syntax of a script without running it. The error is of class kError. Its message is
/// `name:line:column: ` and the problem, then the line of the script with a caret below it.
Result<void> CheckScript(const std::string& script, const std::string& name);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_SCRIPT_SYNTAX_H_
