#include "runtime/server/protocols/celos_ui/html.h"

#include <gtest/gtest.h>

namespace hpdl::rt::celos {
namespace {

TEST(Html, NothingOfATextIsMarkup) {
  EXPECT_EQ(Escaped("<b a=\"1\" c='2'>&amp;\xC3\xA9"),
            "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;\xC3\xA9");
  EXPECT_EQ(Escaped(std::string_view("a\0b\x01\xFF\t\n\r\x7f", 9)),
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD\xEF\xBF\xBD\t\n&#13;\xEF\xBF\xBD");
  EXPECT_EQ(Attribute("title", "\"><script>"), " title=\"&quot;&gt;&lt;script&gt;\"");
}

TEST(Html, OnlyAddressesOfTheWebAreLinks) {
  EXPECT_EQ(LinkIfSafe("HTTPS://x/?a&b", "<x>"), "<a href=\"HTTPS://x/?a&amp;b\">&lt;x&gt;</a>");
  for (const char* const url : {"javascript:alert(1)", "data:text/html,x", " http://x",
                                "java\nscript:x", "//x", "file:/x"}) {
    EXPECT_EQ(LinkIfSafe(url, "t"), "t") << url;
  }
}

}  // namespace
}  // namespace hpdl::rt::celos
