#include "runtime/ground/base/base64.h"

#include <gtest/gtest.h>

namespace hpdl {
namespace {

TEST(Base64, ConvertsBothWays) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"", ""},        {"f", "Zg=="},          {"fo", "Zm8="},
      {"foo", "Zm9v"}, {"foobar", "Zm9vYmFy"}, {"\xFF\xFE\xFD", "//79"},
  };
  for (const auto& [bytes, text] : cases) {
    EXPECT_EQ(Base64(bytes), text);
    EXPECT_EQ(FromBase64(text), bytes);
  }
  EXPECT_EQ(FromBase64("Zm8"), "fo") << "as Java's decoder, without padding too";
  for (const char* wrong : {"Z", "Zg=", "Zm9v\n", "Zm 9", "Zg===", "====", "-_79"}) {
    EXPECT_EQ(FromBase64(wrong), std::nullopt) << wrong;
  }
}

}  // namespace
}  // namespace hpdl
