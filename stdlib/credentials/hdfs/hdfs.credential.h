#ifndef HPDL_STDLIB_CREDENTIALS_HDFS_CREDENTIAL_H_
#define HPDL_STDLIB_CREDENTIALS_HDFS_CREDENTIAL_H_

#include "stdlib/core/credential.h"

namespace hpdl::stdlib {

inline constexpr CredentialProperty kHdfsCredentialProperties[] = {
    {"mapreduce.job.hdfs-servers", {}, false, "further name nodes, comma separated"},
};
inline constexpr CredentialDecl kHdfsCredential{
    .name = "hdfs",
    .properties = kHdfsCredentialProperties,
    .summary = "a token of the name node",
    .without_kerberos =
        "the name node issues no token (`GETDELEGATIONTOKEN` returns null), and trusts the user "
        "name "
        "of every caller",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CREDENTIALS_HDFS_CREDENTIAL_H_
