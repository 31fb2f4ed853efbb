#ifndef HPDL_STDLIB_LOCAL_CREDENTIALS_H_
#define HPDL_STDLIB_LOCAL_CREDENTIALS_H_

#include <optional>
#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"

/// The credentials of an action at run time. Without Kerberos no service of Hadoop needs a token,
/// so only the properties of a credential are used. stdlib/credentials has the types of
/// credentials.
namespace hpdl::stdlib {

/// Removes the compiler's credential properties from the last layer, which has the action's own
/// properties. Adds the properties of the credentials to that layer. They win over the action's own
/// properties. Adds nothing if `oozie.credentials.skip` is true in a layer, in the job, or in the
/// site. Fails with kError "JA021" for a credential that is not declared, and with kFatal "JA010"
/// if the action's own configuration has a property that only the compiler adds.
rt::Result<void> ApplyCredentials(const rt::ActionContext& ctx,
                                  std::vector<rt::Properties>* layers);

/// True if the action asks for credentials, declared or not.
bool AsksForCredentials(const rt::ActionContext& ctx);

/// Checks the credentials of an action before the action does anything. Fails with kError "JA020"
/// if the action asks for credentials in a cluster with Kerberos, that is, if
/// hadoop.security.authentication is neither `simple` nor "". Fails with kError "JA021" for a
/// credential that is not declared. `job_tracker` and `job_xml` are the action's elements. If the
/// <job-xml> files may contain oozie.credentials.skip, FetchFiles() fetches them with `name_node`.
/// Other errors are those of ConfigurationLayers() and FetchFiles().
rt::Task<rt::Result<void>> CheckCredentials(rt::ActionContext& ctx, std::string authentication,
                                            std::optional<std::string> job_tracker,
                                            std::vector<std::string> job_xml,
                                            std::string name_node);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_CREDENTIALS_H_
