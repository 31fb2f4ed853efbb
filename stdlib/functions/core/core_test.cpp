#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "runtime/ground/value/arguments.h"
#include "stdlib/functions/core/core.fn.h"

namespace hpdl::rt {
namespace {

std::string Call(hpdl_function function, std::initializer_list<hpdl_value> args) {
  hpdl_eval eval;
  hpdl_value out;
  const std::vector<hpdl_value> values(args);
  if (function(&eval, values.data(), &out) != 0) {
    return "error " + eval.error;
  }
  std::string text = out.type == HPDL_NULL ? "null" : "";
  AppendText(out, &text);
  return text;
}

hpdl_value S(std::string_view s) {
  return StringValue(s);
}

TEST(CoreFunctions, NullIsNothing) {
  EXPECT_EQ(Call(&hpdl_fn_first_not_null, {NullValue(), S("b")}), "b");
  EXPECT_EQ(Call(&hpdl_fn_first_not_null, {S(""), S("b")}), "");
  EXPECT_EQ(Call(&hpdl_fn_first_not_null, {NullValue(), NullValue()}), "null");
  EXPECT_EQ(Call(&hpdl_fn_concat2, {S("a"), NullValue()}), "a");
  EXPECT_EQ(Call(&hpdl_fn_concat2, {S("x"), LongValue(1)}), "x1");
  EXPECT_EQ(Call(&hpdl_fn_concat3, {S("a"), NullValue(), S("c")}), "ac");
  EXPECT_EQ(Call(&hpdl_fn_trim, {NullValue()}), "");
  EXPECT_EQ(Call(&hpdl_fn_trim, {S(" \t x y \n")}), "x y");
  EXPECT_EQ(Call(&hpdl_fn_trim, {S("  ")}), "");
}

TEST(CoreFunctions, AppendAll) {
  EXPECT_EQ(Call(&hpdl_fn_append_all, {S("/a/,/b/"), S("X"), S(",")}), "/a/X,/b/X");
  EXPECT_EQ(Call(&hpdl_fn_append_all, {S("/a/,/b/,,"), S("X"), S(",")}), "/a/X,/b/X");
  EXPECT_EQ(Call(&hpdl_fn_append_all, {S("a"), S("X"), S(",")}), "aX");
  EXPECT_EQ(Call(&hpdl_fn_append_all, {S("a|b"), S("X"), S("|")}), "aX|bX");
  EXPECT_EQ(Call(&hpdl_fn_append_all, {S("a"), S("X"), S("")}), "aX");
}

TEST(CoreFunctions, UrlEncode) {
  EXPECT_EQ(Call(&hpdl_fn_url_encode, {S("a b&c=d/~*-_.")}), "a+b%26c%3Dd%2F%7E*-_.");
  EXPECT_EQ(Call(&hpdl_fn_url_encode, {S("\xC3\xB6%")}), "%C3%B6%25");
}

TEST(CoreFunctions, Timestamp) {
  hpdl_eval eval;
  eval.now_ms = [] { return std::int64_t{869077230456}; };
  hpdl_value out;
  ASSERT_EQ(hpdl_fn_timestamp(&eval, nullptr, &out), 0);
  EXPECT_EQ(TextOf(out), "1997-07-16T18:20Z");
  ASSERT_EQ(hpdl_fn_timestamp_hws(&eval, nullptr, &out), 0);
  EXPECT_EQ(TextOf(out), "1997-07-16T18:20:30.45Z");
  eval.now_ms = nullptr;
  ASSERT_EQ(hpdl_fn_timestamp(&eval, nullptr, &out), 0);
  EXPECT_GT(TextOf(out), "2024");
}

TEST(CoreFunctions, ReplaceAll) {
  const auto replace = [](const char* text, const char* regex, const char* with) {
    return Call(&hpdl_fn_replace_all, {S(text), S(regex), S(with)});
  };
  EXPECT_EQ(replace("/a/b/c", "/", "_"), "_a_b_c");
  EXPECT_EQ(replace("2009-08-09", "(\\d+)-(\\d+)", "$2.$1"), "08.2009-09");
  EXPECT_EQ(replace("aXbX", "X", "\\$0"), "a$0b$0");
  EXPECT_EQ(replace("abc", "", "-"), "-a-b-c-");
  EXPECT_EQ(replace("abc", "x*", "-"), "-a-b-c-");
  EXPECT_EQ(replace("aab", "^a", "x"), "xab");
  EXPECT_EQ(replace("a.b", "\\.", "x"), "axb");
  EXPECT_EQ(replace("one two", "\\bt", "T"), "one Two");
  EXPECT_EQ(replace("a1 b", "[\\d\\s]+", ""), "ab");
  EXPECT_EQ(replace("k=v", "(\\w)=(\\w)", "$2=$1"), "v=k");
  EXPECT_EQ(replace("a", "(", "x").substr(0, 16), "error replaceAll");
  EXPECT_EQ(replace("a", "(?=a)", "x").substr(0, 16), "error replaceAll");
  EXPECT_EQ(replace("a", "a", "$1").substr(0, 16), "error replaceAll");
  EXPECT_EQ(replace("a", "\\", "x").substr(0, 16), "error replaceAll");
  EXPECT_EQ(Call(&hpdl_fn_replace_all, {NullValue(), S("a"), S("b")}), "");
}

std::string OfMap(hpdl_function function, const Properties& properties) {
  hpdl_eval eval;
  const hpdl_value map = MapValue(MakeMap(&eval, properties));
  return Call(function, {map});
}

TEST(CoreFunctions, MapsAsText) {
  EXPECT_EQ(OfMap(&hpdl_fn_to_json_str, {}), "{}");
  EXPECT_EQ(OfMap(&hpdl_fn_to_json_str, {{"a", "x\"\\\n\x01/"}, {"b", "2"}}),
            R"({"a":"x\"\\\n\u0001/","b":"2"})");
  EXPECT_EQ(OfMap(&hpdl_fn_to_properties_str, {{"a b", " x=\xC3\xB6\xF0\x9F\x98\x80"}}),
            "a\\ b=\\ x\\=\\u00F6\\uD83D\\uDE00\n");
  EXPECT_EQ(OfMap(&hpdl_fn_to_configuration_str, {{"b", "<&>"}}),
            "<configuration>\r\n  <property>\r\n    <name>b</name>\r\n    "
            "<value>&lt;&amp;&gt;</value>\r\n  </property>\r\n</configuration>");
  EXPECT_EQ(OfMap(&hpdl_fn_to_configuration_str, {}), "<configuration />");
  EXPECT_EQ(Call(&hpdl_fn_to_json_str, {NullValue()}), "{}");
  EXPECT_EQ(Call(&hpdl_fn_to_json_str, {S("x")}), "error expected a Map, found a String");
}

}  // namespace
}  // namespace hpdl::rt
