#include "runtime/server/users/pass.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

TEST(Pass, IsGoodForItsCallerAndItsKeyAlone) {
  const std::string pass = MakePass("key", "ann", "0-W");
  EXPECT_LE(pass.size(), kMostPass);
  EXPECT_TRUE(IsGoodPass("key", "ann", "0-W", pass));
  EXPECT_FALSE(IsGoodPass("other", "ann", "0-W", pass));
  EXPECT_FALSE(IsGoodPass("key", "bob", "0-W", pass));
  EXPECT_FALSE(IsGoodPass("key", "ann", "", pass));
  EXPECT_FALSE(IsGoodPass("key", "ann", "1-W", pass));
  EXPECT_FALSE(IsGoodPass("key", "ann0", "-W", pass)) << "the same text, cut elsewhere";
}

TEST(Pass, ATimeThatIsOverOrChangedIsNone) {
  const std::string pass = MakePass("key", "ann", "");
  const std::string seal = pass.substr(pass.find('~'));
  for (const std::string& bad :
       {std::string(), std::string("~"), "1" + seal, "9" + pass, "-1" + seal, seal,
        pass.substr(0, pass.size() - 1), pass + "0", pass.substr(0, pass.find('~'))}) {
    EXPECT_FALSE(IsGoodPass("key", "ann", "", bad)) << bad;
  }
}

}  // namespace
}  // namespace hpdl::rt
