#ifndef HPDL_STDLIB_LOCAL_CREDENTIALS_H_
#define HPDL_STDLIB_LOCAL_CREDENTIALS_H_

#include <string_view>
#include <vector>

#include "runtime/engine/kind.h"

/// The credentials that an action asks for, at run time. Without Kerberos no service of Hadoop
/// wants a token, so what is left of a credential are its properties. stdlib/credentials has the
/// types.
namespace hpdl::stdlib {

/// Takes what the compiler has put there for credentials out of the last layer, that of the
/// action's own properties, and adds to it the properties that they have: they win over it. Nothing
/// is added if `oozie.credentials.skip` is true, in a layer, in the job, or in the site. kError
/// "JA021" for a credential that is not declared.
rt::Result<void> ApplyCredentials(const rt::ActionContext& ctx,
                                  std::vector<rt::Properties>* layers);

/// kError "JA020" if the action asks for credentials in a cluster whose
/// hadoop.security.authentication is not `simple` ("": simple): they need Kerberos.
rt::Result<void> CheckAuthentication(const rt::ActionContext& ctx, std::string_view authentication);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_CREDENTIALS_H_
