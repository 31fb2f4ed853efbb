#include "compiler/secrets/markup.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace hpdl::secrets {
namespace {

std::vector<std::string> NamedIn(const std::string& text) {
  std::vector<std::string> found;
  for (const Range range : FindNamedInMarkup(text)) {
    found.push_back(text.substr(range.begin, range.end - range.begin));
  }
  return found;
}

using Texts = std::vector<std::string>;

TEST(NamedSecretsInMarkup, ValuesInCData) {
  const std::string name = "<property><name>db.password</name><value><![CDATA[";
  EXPECT_EQ(NamedIn(name + "Xk29qLw7]]></value></property>"), Texts{"Xk29qLw7"});
  EXPECT_EQ(NamedIn(name + "Xk29qLw7"), Texts{"Xk29qLw7"}) << "never closed";
  EXPECT_EQ(NamedIn(name + "Xk29qLw7]"), Texts{"Xk29qLw7]"});
}

}  // namespace
}  // namespace hpdl::secrets
