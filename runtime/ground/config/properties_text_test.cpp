#include "runtime/ground/config/properties_text.h"

#include <gtest/gtest.h>

#include "runtime/ground/config/config.h"

namespace hpdl::rt {
namespace {

TEST(PropertiesText, IsReadAsItWas) {
  Properties all;
  for (int c = 1; c < 128; ++c) {
    const char text[] = {static_cast<char>(c), 0};
    all["n" + std::string(text)] = text;
    all[std::string(text) + "n"] = std::string(text) + "v" + text;
  }
  all["\xc3\xa4"] = "\xe2\x82\xac \xf0\x9f\x98\x80";
  all["empty"] = "";
  all["<"] = "<configuration/>";
  all["nul"] = std::string("a\0b", 3);
  const auto read = ParseConfig(PropertiesText(all), "text");
  ASSERT_TRUE(read) << read.error().message;
  Properties back;
  Apply(*read, &back);
  EXPECT_EQ(back, all);
}

TEST(PropertiesText, OfNone) {
  EXPECT_EQ(PropertiesText({}), "");
}

}  // namespace
}  // namespace hpdl::rt
