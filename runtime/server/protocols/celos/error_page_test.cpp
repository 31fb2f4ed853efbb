#include "runtime/server/protocols/celos/error_page.h"

#include <gtest/gtest.h>

#include <string>

namespace hpdl::rt::celos {
namespace {

TEST(ErrorPageTest, TheTextIsInTheStatusLineAndInThePage) {
  const CelosAnswer answer =
      ErrorPage({"GET", "/a<b>?x", "", ""}, 400, "x: <a> & \"b\"\n\tat \x01\xC3\xBC \xE2\x82\xAC");
  EXPECT_EQ(answer.reason, "x: <a> & \"b\"??at ?\xFC ?");
  EXPECT_NE(answer.body.find("<title>Error 400 x: &lt;a&gt; &amp; \"b\"\n\tat ?\xFC ?</title>"),
            std::string::npos);
  EXPECT_NE(answer.body.find("Problem accessing /a&lt;b&gt;. Reason:"), std::string::npos);
  EXPECT_EQ(ErrorPage({"GET", "/", "", ""}, 400, std::string(5000, 'x')).reason.size(), 1024u);
}

TEST(ErrorPageTest, SomeMethodsHaveNoPage) {
  for (const char* method : {"PUT", "DELETE"}) {
    const CelosAnswer answer = ErrorPage({method, "/a", "", ""}, 405, "no");
    EXPECT_EQ(answer.body + answer.content_type + answer.fields, "");
    EXPECT_EQ(answer.reason, "no");
  }
}

}  // namespace
}  // namespace hpdl::rt::celos
