#include "runtime/server/protocols/celos/jackson_json.h"

#include <gtest/gtest.h>

#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

std::string CompactOf(std::string_view text) {
  const Result<JsonValue> value = JsonValue::Parse(text, "java.io.StringReader@1");
  return value ? value->Compact() : ExceptionText(value.error());
}

TEST(JacksonJsonTest, NumbersLoseTheirForm) {
  const struct {
    const char *text, *written;
  } cases[] = {
      {R"({"z":1,"a":[1,2.50,"x",null,true,{"n":1e3}],"u":"ü\u00fc\"/"})",
       R"({"z":1,"a":[1,2.5,"x",null,true,{"n":1000.0}],"u":"üü\"/"})"},
      {" [ ] ", "[]"},
      {"{}", "{}"},
      {"5 and more", "5"},
      {"-0", "0"},
      {"123456789012345678901234567890", "123456789012345678901234567890"},
      {"1E-5", "1.0E-5"},
      {"-1.5e10", "-1.5E10"},
      {R"({"a":1,"b":2,"a":3})", R"({"a":3,"b":2})"},
      {R"("\b\f\n\r\t\u0001\/\\")", R"("\b\f\n\r\t\u0001/\\")"},
      {R"("\ud83d\ude00 \ud83d")", "\"\xF0\x9F\x98\x80 ?\""},
      {"false", "false"},
  };
  for (const auto& row : cases) {
    EXPECT_EQ(CompactOf(row.text), row.written) << row.text;
  }
}

TEST(JacksonJsonTest, WhatIsWrongHasJacksonsWords) {
  EXPECT_EQ(CompactOf(""),
            "com.fasterxml.jackson.databind.JsonMappingException: No content to map due to "
            "end-of-input\n at [Source: java.io.StringReader@1; line: 1, column: 1]");
  EXPECT_EQ(
      CompactOf("abc"),
      "com.fasterxml.jackson.core.JsonParseException: Unrecognized token 'abc': was expecting "
      "('true', 'false' or 'null')\n at [Source: java.io.StringReader@1; line: 1, column: 1]");
  for (const char* text : {"{", "[1", "[1,]", "{\"a\"}", "{\"a\":}", "{a:1}", "\"", "\"\\x\"", "01",
                           "-", "1.", "1e", "\"\n\"", "nul", "{\"a\":1,}", "\"\\u12\""}) {
    EXPECT_TRUE(CompactOf(text).starts_with("com.fasterxml.jackson.core.JsonParseException: "))
        << text;
  }
  EXPECT_TRUE(CompactOf(std::string(100'000, '[')).starts_with(kStackOverflow));
}

TEST(JacksonJsonTest, PrettyIsAsTheDefaultPrinterHasIt) {
  JsonValue slot = JsonValue::Object();
  slot.Set("time", JsonValue::Of("t")).Set("id", JsonValue::Null());
  JsonValue value = JsonValue::Object();
  value.Set("ids", JsonValue::Array().Add(JsonValue::Of("a")).Add(JsonValue::Of("b")));
  value.Set("slots", JsonValue::Array().Add(slot).Add(slot));
  value.Set("none", JsonValue::Array()).Set("empty", JsonValue::Object());
  EXPECT_EQ(value.Pretty(),
            "{\n"
            "  \"ids\" : [ \"a\", \"b\" ],\n"
            "  \"slots\" : [ {\n"
            "    \"time\" : \"t\",\n"
            "    \"id\" : null\n"
            "  }, {\n"
            "    \"time\" : \"t\",\n"
            "    \"id\" : null\n"
            "  } ],\n"
            "  \"none\" : [ ],\n"
            "  \"empty\" : { }\n"
            "}");
}

}  // namespace
}  // namespace hpdl::rt::celos
