#ifndef HPDL_STDLIB_LOCAL_CREDENTIALS_H_
#define HPDL_STDLIB_LOCAL_CREDENTIALS_H_

#include <optional>
#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"

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

/// Whether the action asks for credentials, declared or not.
bool AsksForCredentials(const rt::ActionContext& ctx);

/// What keeps an action from its credentials, before it does anything: kError "JA020" if it asks
/// for some in a cluster whose hadoop.security.authentication is not `simple` ("": simple), for
/// they need Kerberos; "JA021" as above. `job_tracker` and `job_xml` are what the action names, as
/// for ConfigurationLayers() and with its errors: where credentials may be skipped, the files are
/// fetched by FetchFiles(), with `name_node` and the errors of that.
rt::Task<rt::Result<void>> CheckCredentials(rt::ActionContext& ctx, std::string authentication,
                                            std::optional<std::string> job_tracker,
                                            std::vector<std::string> job_xml,
                                            std::string name_node);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_CREDENTIALS_H_
