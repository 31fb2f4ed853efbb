#ifndef HPDL_STDLIB_CREDENTIALS_JHS_CREDENTIAL_H_
#define HPDL_STDLIB_CREDENTIALS_JHS_CREDENTIAL_H_

#include "stdlib/core/credential.h"

namespace hpdl::stdlib {

inline constexpr CredentialProperty kJhsCredentialProperties[] = {
    {"mapreduce.jobhistory.principal", {}, false, "the principal of the job history server"},
};
inline constexpr CredentialDecl kJhsCredential{
    .name = "jhs",
    .properties = kJhsCredentialProperties,
    .summary = "a token of the job history server",
    .without_kerberos = "the history server trusts the user name of every caller",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CREDENTIALS_JHS_CREDENTIAL_H_
