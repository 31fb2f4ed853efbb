#include "runtime/engines/celos_scripts/excerpt.h"

#include <gtest/gtest.h>

namespace hpdl::rt::celos {
namespace {

TEST(ExcerptTest, IsTheLineAndACaret) {
  EXPECT_EQ(ExcerptOf("a\n\tb(c);\nd", 2, 4), "\tb(c);\n\t  ^");
  EXPECT_EQ(ExcerptOf("a\r\nü(c)\r\n", 2, 3), "ü(c)\n ^");
  EXPECT_EQ(ExcerptOf("abc", 1, 99), "abc\n   ^");
  EXPECT_EQ(ExcerptOf("abc", 1, 0), "abc\n^");
  EXPECT_EQ(ExcerptOf("abc", 2, 1), "");
  EXPECT_EQ(ExcerptOf("abc", 0, 1), "");
}

TEST(ExcerptTest, LongLinesAreCut) {
  const std::string all = ExcerptOf(std::string(1000, 'x') + "y" + std::string(1000, 'z'), 1, 1001);
  EXPECT_EQ(all,
            std::string(60, 'x') + "y" + std::string(59, 'z') + "\n" + std::string(60, ' ') + "^");
}

TEST(ExcerptTest, SecretsAreHidden) {
  EXPECT_EQ(ExcerptOf("f({\"db.password\": \"hü+1\"}, 7)", 1, 29),
            "f({\"***********\": \"****\"}, 7)\n" + std::string(27, ' ') + "^");
}

}  // namespace
}  // namespace hpdl::rt::celos
