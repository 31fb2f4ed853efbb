#ifndef HPDL_STDLIB_CREDENTIALS_HCAT_CREDENTIAL_H_
#define HPDL_STDLIB_CREDENTIALS_HCAT_CREDENTIAL_H_

#include "stdlib/core/credential.h"

namespace hpdl::stdlib {

inline constexpr CredentialProperty kHcatCredentialProperties[] = {
    {"hcat.metastore.uri", "hive.metastore.uris", true,
     "the URI of the metastore, `thrift://HOST:PORT`"},
    {"hcat.metastore.principal", "hive.metastore.kerberos.principal", true,
     "the principal of the metastore, `hive/_HOST@REALM`"},
};
inline constexpr CredentialDecl kHcatCredential{
    .name = "hcat",
    .properties = kHcatCredentialProperties,
    .summary = "a token of the Hive metastore, which serves HCatalog",
    .without_kerberos = "the metastore trusts the user name of every caller",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CREDENTIALS_HCAT_CREDENTIAL_H_
