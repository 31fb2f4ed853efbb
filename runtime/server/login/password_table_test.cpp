#include "runtime/server/login/password_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// The hash of the password "U*U", from the tests of crypt_blowfish, a library for bcrypt.
const std::string kHash = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

TEST(Passwords, HaveHashes) {
  EXPECT_TRUE(HasHash("U*U", kHash));
  for (const char* wrong : {"U*V", "", "U*U ", "u*u"}) {
    EXPECT_FALSE(HasHash(wrong, kHash)) << wrong;
  }
  EXPECT_FALSE(HasHash(std::string_view("U*U\0", 4), kHash));
  EXPECT_FALSE(HasHash("U*U", "*0"));
}

TEST(Passwords, AreReadFromAFile) {
  std::string slower = kHash;
  slower.replace(4, 2, "07");
  const auto table = ParsePasswords("# users\n\njoe:" + kHash + "\r\n ann:" + slower + "\n");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(*table->Find("joe"), kHash);
  EXPECT_EQ(*table->Find("ann"), slower);
  EXPECT_EQ(table->Find("bob"), nullptr);
  EXPECT_EQ(table->decoy, slower);
  EXPECT_TRUE(ParsePasswords("")->decoy.empty());
}

TEST(Passwords, WhatIsWrongIsToldWithoutThem) {
  const auto changed = [](std::size_t at, std::size_t size, const char* text) {
    std::string hash = kHash;
    return "joe:" + hash.replace(at, size, text);
  };
  for (const std::string& line :
       {std::string("joe"), std::string("joe:secret"), "j o:" + kHash, ":" + kHash,
        changed(0, 4, "$2x$"), changed(0, 4, "$6$x"), changed(4, 2, "17"), changed(4, 2, "03"),
        changed(4, 2, "x5"), changed(6, 1, "."), changed(20, 1, "!"), changed(59, 1, ""),
        changed(59, 1, "ab"), "joe:" + kHash + ":x"}) {
    const auto table = ParsePasswords("\n" + line + "\n");
    ASSERT_FALSE(table) << line;
    EXPECT_TRUE(table.error().message.starts_with("line 2: ")) << table.error().message;
    EXPECT_THAT(table.error().message, Not(HasSubstr("secret")));
  }
  EXPECT_FALSE(ParsePasswords("joe:" + kHash + "\njoe:" + kHash));
}

TEST(Passwords, OfARequest) {
  const auto user = [](std::string_view field) {
    const auto read = ReadBasic(field);
    return read ? read->user + "|" + read->password : "none";
  };
  EXPECT_EQ(user("Basic am9lOnN3b3JkZmlzaA=="), "joe|swordfish");
  EXPECT_EQ(user("bASIC am9lOg=="), "joe|");
  EXPECT_EQ(user("Basic am9lOmE6Yg== "), "joe|a:b");
  EXPECT_EQ(user("Basic Og=="), "|");
  for (const char* bad : {"", "Basic", "Basic ", "Basic am9l", "Basic am9lOg",
                          "Basic am9lOg=", "Basic am9=Og==", "Basic am9lOg=== ", "Bearer am9lOg==",
                          "Basic am9l Og==", "Basic ====", "Basic \xff\xff\xff\xff"}) {
    EXPECT_EQ(user(bad), "none") << bad;
  }
  EXPECT_EQ(user("Basic " + std::string(8000, 'A')), "none");
}

}  // namespace
}  // namespace hpdl::rt
