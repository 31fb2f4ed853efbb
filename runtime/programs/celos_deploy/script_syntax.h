#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_SCRIPT_SYNTAX_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_SCRIPT_SYNTAX_H_

#include <string>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// Whether the syntax of a script is right; nothing of it runs. The error is of class kError:
/// `name:line:column: ` and what is wrong, then the line of the script and a caret below it.
Result<void> CheckScript(const std::string& script, const std::string& name);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_SCRIPT_SYNTAX_H_
