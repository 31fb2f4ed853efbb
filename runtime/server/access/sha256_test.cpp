#include "runtime/server/access/sha256.h"

#include <gtest/gtest.h>

#include "runtime/server/access/hmac.h"
#include "runtime/server/access/user_name.h"

namespace hpdl::rt {
namespace {

TEST(Sha256, IsTheKnownOne) {
  Sha256 empty;
  EXPECT_EQ(empty.Hex(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  Sha256 parts;
  parts.AddBytes("a").AddBytes("bc");
  EXPECT_EQ(parts.Hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, APartHasItsLengthBeforeIt) {
  using namespace std::string_view_literals;
  Sha256 one, same, split, number, bytes;
  one.Add("ab");
  same.AddBytes("\2\0\0\0\0\0\0\0ab"sv);
  split.Add("a").Add("b");
  const std::string hex = one.Hex();
  EXPECT_EQ(same.Hex(), hex);
  EXPECT_NE(split.Hex(), hex);
  number.Add(std::int64_t{-2});
  bytes.AddBytes("\xfe\xff\xff\xff\xff\xff\xff\xff"sv);
  EXPECT_EQ(number.Hex(), bytes.Hex());
}

TEST(HmacSha256, IsTheKnownOne) {
  EXPECT_EQ(HmacSha256("Jefe", "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

TEST(UserName, HasLettersDigitsAndAFewSigns) {
  for (const char* name : {"a", "Z9", "ann.b@realm-x/y_z", "0"}) {
    EXPECT_TRUE(IsUserName(name)) << name;
  }
  for (const char* name : {"", "a b", "a~", "a:b", "a\n", "\xc3\xa4", "a`", "a{", "[", "a,b"}) {
    EXPECT_FALSE(IsUserName(name)) << name;
  }
  EXPECT_TRUE(IsUserName(std::string(128, 'a')));
  EXPECT_FALSE(IsUserName(std::string(129, 'a')));
}

}  // namespace
}  // namespace hpdl::rt
