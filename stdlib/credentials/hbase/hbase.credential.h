#ifndef HPDL_STDLIB_CREDENTIALS_HBASE_CREDENTIAL_H_
#define HPDL_STDLIB_CREDENTIALS_HBASE_CREDENTIAL_H_

#include "stdlib/core/credential.h"

namespace hpdl::stdlib {

inline constexpr CredentialProperty kHbaseCredentialProperties[] = {
    {"hbase.zookeeper.quorum", {}, false, "the hosts of ZooKeeper"},
    {"hbase.zookeeper.property.clientPort", {}, false, "the port of ZooKeeper"},
    {"zookeeper.znode.parent", {}, false, "the path of HBase in ZooKeeper"},
    {"hadoop.security.authentication", {}, false, "`kerberos`"},
    {"hbase.security.authentication", {}, false, "`kerberos`"},
    {"hbase.master.kerberos.principal", {}, false, "the principal of the master"},
    {"hbase.regionserver.kerberos.principal", {}, false, "the principal of the region servers"},
    {"hbase.rpc.protection", {}, false, "the value that this property has on the region servers"},
};
inline constexpr CredentialDecl kHbaseCredential{
    .name = "hbase",
    .properties = kHbaseCredentialProperties,
    .summary = "a token of HBase",
    .without_kerberos = "HBase trusts the user name of every caller",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CREDENTIALS_HBASE_CREDENTIAL_H_
