#ifndef HPDL_COMPILER_CELOS_SCRIPT_SECRETS_H_
#define HPDL_COMPILER_CELOS_SCRIPT_SECRETS_H_

#include <string_view>
#include <vector>

#include "compiler/base/source.h"

namespace hpdl::celos {

/// Returns the secrets in a script: texts whose name belongs to a secret (`"db.password": "x"`,
/// `password = "x"`), and texts that look like a secret.
std::vector<Range> SecretsOfScript(std::string_view text);

}  // namespace hpdl::celos

#endif  // HPDL_COMPILER_CELOS_SCRIPT_SECRETS_H_
