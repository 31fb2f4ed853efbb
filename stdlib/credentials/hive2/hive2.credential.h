#ifndef HPDL_STDLIB_CREDENTIALS_HIVE2_CREDENTIAL_H_
#define HPDL_STDLIB_CREDENTIALS_HIVE2_CREDENTIAL_H_

#include "stdlib/core/credential.h"

namespace hpdl::stdlib {

inline constexpr CredentialProperty kHive2CredentialProperties[] = {
    {"hive2.jdbc.url", {}, true, "the URL of the server, `jdbc:hive2://HOST:PORT/DATABASE`"},
    {"hive2.server.principal", {}, true, "the principal of the server, `hive/_HOST@REALM`"},
};
inline constexpr CredentialDecl kHive2Credential{
    .name = "hive2",
    .properties = kHive2CredentialProperties,
    .summary = "a token of a HiveServer2",
    .without_kerberos =
        "beeline logs in with the name of the user, and with the password of the action if the "
        "action has one",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CREDENTIALS_HIVE2_CREDENTIAL_H_
