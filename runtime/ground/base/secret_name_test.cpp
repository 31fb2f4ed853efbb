#include "runtime/ground/base/secret_name.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

TEST(SecretName, SpeaksOfSecrets) {
  for (const char* name :
       {"password", "my.password", "DB_PASSWD", "fs.s3a.secret.key", "authToken", "api-key",
        "APIKEY", "fs.s3a.access.key", "ssl.key.passphrase", "oozie.wf.globalconf"}) {
    EXPECT_TRUE(IsSecretName(name)) << name;
  }
  for (const char* name : {"", "user", "key", "input", "pass", "access", "nameNode"}) {
    EXPECT_FALSE(IsSecretName(name)) << name;
  }
}

}  // namespace
}  // namespace hpdl::rt
