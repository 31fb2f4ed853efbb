#include "runtime/report/json.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

TEST(Json, EscapesAndSeparates) {
  JsonWriter json;
  json.BeginObject().Member("a", "q\"\\\n\x01").Member("n", std::int64_t{-5});
  json.Optional("none", "").Time("t", 0).Key("l").BeginArray().Number(1).Boolean(false);
  json.BeginObject().EndObject().EndArray().Member("z", "\xFF").EndObject();
  EXPECT_EQ(json.text(),
            "{\"a\":\"q\\\"\\\\\\n\\u0001\",\"n\":-5,\"none\":null,\"t\":null,"
            "\"l\":[1,false,{}],\"z\":\"\xEF\xBF\xBD\"}");
}

TEST(Json, BadUtf8IsReplaced) {
  for (const char* bad :
       {"\xC0\xAF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82"}) {
    JsonWriter json;
    json.Text(bad);
    EXPECT_NE(json.text().find("\xEF\xBF\xBD"), std::string::npos);
    EXPECT_EQ(json.text().find(bad), std::string::npos);
  }
  JsonWriter json;
  json.Text("\xF0\x9F\x98\x80");
  EXPECT_EQ(json.text(), "\"\xF0\x9F\x98\x80\"");
}

}  // namespace
}  // namespace hpdl::rt
