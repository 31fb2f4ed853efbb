#include "stdlib/local/secret_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::stdlib {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;

TEST(SecretsIn, ValuesWhoseNamesEndInPassword) {
  EXPECT_THAT(SecretsIn("jdbc:hive2://h/db;user=joe;PassWord=s3=cret?a=b#c=d"),
              Contains("s3=cret"));
  EXPECT_THAT(SecretsIn("jdbc:hive2://h/;sslTrustStore=t;trustStorePassword=x&y;a=b"),
              Contains("x&y"));
  EXPECT_THAT(SecretsIn("jdbc:mysql://h/db?user=joe&password=s3cret&a=b"), Contains("s3cret"));
  EXPECT_THAT(SecretsIn("-Djavax.ConnectionPassword=a;b"), Contains("a;b"));
  EXPECT_THAT(SecretsIn("jdbc:x://h/;password=;user=joe;passwords=x"), IsEmpty());
  EXPECT_THAT(SecretsIn(""), IsEmpty());
}

TEST(WithoutSecrets, EachIsHidden) {
  EXPECT_EQ(WithoutSecrets("a s3cret, s3cret!", {"s3cret"}), "a ***, ***!");
  EXPECT_EQ(WithoutSecrets("abc ab", {"ab", "abc", ""}), "*** ***");
  EXPECT_EQ(WithoutSecrets("*** a", {"*", "a"}), "********* ***");
  EXPECT_EQ(WithoutSecrets("text", {}), "text");
}

}  // namespace
}  // namespace hpdl::stdlib
