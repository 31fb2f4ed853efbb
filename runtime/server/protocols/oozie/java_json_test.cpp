#include "runtime/server/protocols/oozie/java_json.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

std::string Written(std::string_view text) {
  return JsonWriter(kJavaJson).Text(text).Take();
}

TEST(JavaJson, EscapesAsJsonSimple) {
  EXPECT_EQ(Written("a/\"\\"), "\"a\\/\\\"\\\\\"");
  EXPECT_EQ(Written("\b\f\n\r\t\x01\x1F"), "\"\\b\\f\\n\\r\\t\\u0001\\u001F\"");
  EXPECT_EQ(Written("~\x7F\xC2\x80\xC2\x9F\xC2\xA0"), "\"~\\u007F\\u0080\\u009F\xC2\xA0\"");
  EXPECT_EQ(Written("\xE2\x80\x80\xE2\x83\xBF\xE2\x84\x80"), "\"\\u2000\\u20FF\xE2\x84\x80\"");
  EXPECT_EQ(Written("\xFF\xF0\x9F\x98\x80"), "\"\xEF\xBF\xBD\xF0\x9F\x98\x80\"");
}

TEST(JavaJson, TimesAreThoseOfHttp) {
  EXPECT_EQ(JsonWriter(kJavaJson).Time("t", 1000).Take(),
            "\"t\":\"Thu, 01 Jan 1970 00:00:01 GMT\"");
  EXPECT_EQ(JsonWriter(kJavaJson).Time("t", 0).Take(), "\"t\":null");
}

}  // namespace
}  // namespace hpdl::rt
