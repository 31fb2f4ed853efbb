#ifndef HPDL_STDLIB_CREDENTIALS_YARN_CREDENTIAL_H_
#define HPDL_STDLIB_CREDENTIALS_YARN_CREDENTIAL_H_

#include "stdlib/core/credential.h"

namespace hpdl::stdlib {

inline constexpr std::string_view kYarnCredentialNames[] = {"yarnRM"};
inline constexpr CredentialProperty kYarnCredentialProperties[] = {
    {"yarn.resourcemanager.principal", {}, false, "the principal of the resource manager"},
};
inline constexpr CredentialDecl kYarnCredential{
    .name = "yarn",
    .other_names = kYarnCredentialNames,
    .properties = kYarnCredentialProperties,
    .summary = "a token of the resource manager",
    .without_kerberos =
        "the web service of the resource manager issues no token, and the resource manager trusts "
        "the user name of every caller",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CREDENTIALS_YARN_CREDENTIAL_H_
