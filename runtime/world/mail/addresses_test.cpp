#include "runtime/world/mail/addresses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::rt::mail {
namespace {

std::string Show(std::string_view text) {
  const auto addresses = ReadAddresses("to", text);
  if (!addresses) {
    return addresses.error().code + " " + addresses.error().message;
  }
  std::string out;
  for (const Address& address : *addresses) {
    out += "[" + address.name + "|" + address.mailbox + "]";
  }
  return out;
}

TEST(Addresses, Lists) {
  EXPECT_EQ(Show(""), "");
  EXPECT_EQ(Show(" \n\t "), "");
  EXPECT_EQ(Show("joe@example.org"), "[|joe@example.org]");
  EXPECT_EQ(Show("\n  a@b.c,\n  d+e_f@g-h.i ,\n"), "[|a@b.c][|d+e_f@g-h.i]");
  EXPECT_EQ(Show("root@localhost,x@[192.168.0.1]"), "[|root@localhost][|x@[192.168.0.1]]");
  EXPECT_EQ(Show("root, a.b"), "[|root][|a.b]");
  EXPECT_EQ(Show("j..doe@b, .a@b"), "[|j..doe@b][|.a@b]");
}

TEST(Addresses, Names) {
  EXPECT_EQ(Show("Joe Doe <j@d.org>, <k@d.org>"), "[Joe Doe|j@d.org][|k@d.org]");
  EXPECT_EQ(Show("\"Doe, Joe \\\"J\\\"\" <j@d.org>,a@b"), "[Doe, Joe \"J\"|j@d.org][|a@b]");
  EXPECT_EQ(Show("J\xc3\xbcrgen <j@d.org>"), "[J\xc3\xbcrgen|j@d.org]");
}

TEST(Addresses, WhatIsNone) {
  const char* const cases[] = {"joe@",
                               "@example.org",
                               "a b@c.d",
                               "a b",
                               "a@b c",
                               "a@b;c@d",
                               "a;b",
                               "a@b,,c@d",
                               ",a@b",
                               "a@b..c",
                               "a@.b",
                               "a@b.",
                               "a@-b",
                               "a@b-",
                               "a@b_c",
                               "a@[1",
                               "a@[]",
                               "a@@b",
                               "Joe <a@b",
                               "Joe a@b>",
                               "<a@b> Joe",
                               "\"Joe <a@b>",
                               "\"Joe\" x <a@b>",
                               "J@e <a@b>",
                               "Joe, D[oe <a@b>",
                               "a@b\xc3\xbc.de",
                               "\xc3\xbc@b.de",
                               "a@b\\",
                               "\"a\\"};
  for (const char* text : cases) {
    EXPECT_THAT(Show(text), ::testing::StartsWith("EM004 to: '")) << text;
  }
  EXPECT_THAT(Show(std::string(65, 'a') + "@b"), ::testing::StartsWith("EM004"));
  EXPECT_THAT(Show("a@" + std::string(253, 'b')), ::testing::StartsWith("EM004"));
}

TEST(Addresses, NoHeaderCanBeInjected) {
  EXPECT_THAT(Show("a@b\nBcc: c@d"), ::testing::HasSubstr("line break in it; is a comma missing"));
  EXPECT_THAT(Show("a@b\r\nSubject: x"), ::testing::HasSubstr("line break"));
  EXPECT_THAT(Show("Joe\r\nBcc: c@d\r\n <a@b>"), ::testing::HasSubstr("line break"));
  EXPECT_THAT(Show("\"Joe\nX: y\" <a@b>"), ::testing::HasSubstr("line break"));
  EXPECT_THAT(Show("\"Joe\x01\" <a@b>"), ::testing::HasSubstr("control character"));
  EXPECT_EQ(Show("a@b\nBcc: c@d").find('\n'), std::string::npos) << "the message is one line";
}

}  // namespace
}  // namespace hpdl::rt::mail
