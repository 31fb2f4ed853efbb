#include "stdlib/local/property_text.h"

#include <gtest/gtest.h>

#include "runtime/ground/config/config.h"

namespace hpdl::stdlib {
namespace {

TEST(PropertyTextTest, PlainText) {
  EXPECT_EQ(PropertyText({{"a.b", "x y"}, {"c", ""}}), "a.b=x y\nc=\n");
}

TEST(PropertyTextTest, WhatIsNotAscii) {
  EXPECT_EQ(PropertyText({{"n", "größe €"}}), "n=gr\\u00f6\\u00dfe \\u20ac\n");
  EXPECT_EQ(PropertyText({{"n", "\xF0\x9F\x90\x98"}}), "n=\\ud83d\\udc18\n");
  EXPECT_EQ(PropertyText({{"n", "\xFF"}}), "n=\\u00ff\n");
  EXPECT_EQ(PropertyText({{"n", "\xC3"}}), "n=\\u00c3\n");
}

TEST(PropertyTextTest, ComesBackAsItWas) {
  const rt::Properties properties = {
      {"a b", " leading"}, {"#c", "x\ny\r\tz\f"}, {"!d=e:f", "\\n\\"},
      {"g", "a=b:c#d!e"},  {"ü", "ä\n"},
  };
  const auto parsed = rt::ReadJavaProperties(PropertyText(properties), "test");
  ASSERT_TRUE(parsed) << parsed.error().message;
  rt::Properties back;
  rt::Apply(*parsed, &back);
  EXPECT_EQ(back, properties);
}

}  // namespace
}  // namespace hpdl::stdlib
