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
    .summary = "a token of the metastore of Hive, which HCatalog is",
    .without_kerberos = "the metastore takes every caller for who it says it is",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CREDENTIALS_HCAT_CREDENTIAL_H_
