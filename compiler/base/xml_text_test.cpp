#include "compiler/base/xml_text.h"

#include <gtest/gtest.h>

namespace hpdl {
namespace {

TEST(XmlText, IsEscaped) {
  EXPECT_EQ(EscapeXml("a<b>&\"c'\n"), "a&lt;b&gt;&amp;&quot;c&apos;\n");
}

TEST(XmlText, CannotHaveControlCharacters) {
  EXPECT_EQ(EscapeXml("a\x01\x1f"
                      "b\t"),
            "a\xEF\xBF\xBD\xEF\xBF\xBD"
            "b\t");
}

}  // namespace
}  // namespace hpdl
