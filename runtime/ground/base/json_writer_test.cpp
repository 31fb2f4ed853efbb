#include "runtime/ground/base/json_writer.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

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

TEST(Json, AnyTextIsReadBack) {
  for (int code = 0; code < 0x80; ++code) {
    const std::string text(3, static_cast<char>(code));
    const std::string written = JsonWriter().BeginObject().Member(text, text).EndObject().Take();
    EXPECT_EQ(nlohmann::json::parse(written), nlohmann::json({{text, text}})) << written;
  }
}

TEST(Json, EscapesAndTimesAreTheStyles) {
  const auto dashes = [](char32_t code, std::string* out) {
    out->append(code == '/' ? "-" : "");
    return code == '/';
  };
  const JsonStyle style = {dashes, [](std::int64_t ms) { return "/" + std::to_string(ms); }};
  JsonWriter json(style);
  json.BeginObject().Member("/", "a/\xFF").Time("t", 7).Time("u", 0).EndObject();
  EXPECT_EQ(json.text(), "{\"-\":\"a-\xEF\xBF\xBD\",\"t\":\"-7\",\"u\":null}");
}

TEST(Json, PlainTimesAreIso) {
  EXPECT_EQ(JsonWriter().Time("t", 1).text(), "\"t\":\"1970-01-01T00:00:00.001Z\"");
}

}  // namespace
}  // namespace hpdl::rt
