#include "compiler/pipeline/secret_files.h"

#include <gtest/gtest.h>

namespace hpdl::pipeline {
namespace {

TEST(LooksSecret, ByTheLastName) {
  EXPECT_TRUE(LooksSecret("conf/etl.KEYTAB"));
  EXPECT_TRUE(LooksSecret("db_password.txt"));
  EXPECT_TRUE(LooksSecret("id_rsa"));
  EXPECT_FALSE(LooksSecret("lib/keytab-tool.jar"));
  EXPECT_FALSE(LooksSecret("password/readme.txt"));
  EXPECT_FALSE(LooksSecret("lib/credential-provider.JAR"));
  EXPECT_FALSE(LooksSecret("classes/PasswordReader.class"));
}

}  // namespace
}  // namespace hpdl::pipeline
