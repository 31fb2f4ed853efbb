#ifndef HPDL_COMPILER_CELOS_SCRIPT_SECRETS_H_
#define HPDL_COMPILER_CELOS_SCRIPT_SECRETS_H_

#include <string_view>
#include <vector>

#include "compiler/base/source.h"

namespace hpdl::celos {

/// The secrets that are written out in a script: texts whose name (`"db.password": "x"`, `password
/// = "x"`) says so, and those that look like one.
std::vector<Range> SecretsOfScript(std::string_view text);

}  // namespace hpdl::celos

#endif  // HPDL_COMPILER_CELOS_SCRIPT_SECRETS_H_
