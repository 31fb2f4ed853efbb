#include "runtime/world/oozie_client/oozie_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string Code(const Error& error) {
  return std::string(ErrorClassName(error.error_class)) + " " + error.code;
}

TEST(OozieUrl, AsUsersWriteIt) {
  EXPECT_EQ(*ReadOozieUrl("http://h:11000/oozie"), "http://h:11000/oozie");
  EXPECT_EQ(*ReadOozieUrl("https://h/oozie//"), "https://h/oozie");
  for (const char* url :
       {"", "/", "h:11000/oozie", "ftp://h/", "http://", "http:///", "http://h/?a=b", "http://h/#x",
        "http://h /oozie", "http://h/\n", "http://h/\x7f", "HTTP//h", "local"}) {
    EXPECT_FALSE(ReadOozieUrl(url)) << url;
  }
  EXPECT_EQ(Code(ReadOozieUrl("local").error()), "error SUBWF004");
}

TEST(ConfigurationXmlText, EscapesWhatXmlHas) {
  const auto xml = ConfigurationXml({{"a", "1 < 2 && 3 > \"2\""}, {"b", "x\r\ny\tz"}, {"ü", ""}});
  ASSERT_TRUE(xml);
  EXPECT_THAT(*xml, HasSubstr("<name>a</name><value>1 &lt; 2 &amp;&amp; 3 &gt; \"2\"</value>"));
  EXPECT_THAT(*xml, HasSubstr("<value>x&#13;\ny\tz</value>"));
  EXPECT_THAT(*xml, HasSubstr("<name>ü</name><value></value>"));
  EXPECT_THAT(*ConfigurationXml({{"a", "]]>"}}), HasSubstr("]]&gt;"));
}

TEST(ConfigurationXmlText, RefusesWhatXmlHasNot) {
  for (const std::string& bad :
       {std::string("\x01"), std::string("a\0b", 3), std::string("\x1f")}) {
    const auto xml = ConfigurationXml({{"good", "1"}, {"name", bad}});
    ASSERT_FALSE(xml);
    EXPECT_EQ(Code(xml.error()), "error SUBWF002");
    EXPECT_THAT(xml.error().message, HasSubstr("property name has"));
    EXPECT_FALSE(ConfigurationXml({{bad, "x"}}));
  }
}

TEST(OozieReplies, Versions) {
  EXPECT_EQ(*ReadVersions("[0,1,2]"), "v2");
  EXPECT_EQ(*ReadVersions("[1, 0]"), "v1");
  EXPECT_EQ(*ReadVersions("[0]"), "v0");
  EXPECT_EQ(*ReadVersions("[9,2,\"x\",null]"), "v2");
  for (const char* text : {"", "[]", "[3]", "{}", "2", "[\"2\"]", "[0,1,2", "<html>", "null"}) {
    const auto version = ReadVersions(text);
    ASSERT_FALSE(version) << text;
    EXPECT_EQ(Code(version.error()), "non-transient SUBWF004");
  }
}

TEST(OozieReplies, Ids) {
  EXPECT_EQ(*ReadJobId("{\"id\":\"0000001-1-oozie-joe-W\"}", false), "0000001-1-oozie-joe-W");
  EXPECT_EQ(*ReadJobId("{\"id\":\"\"}", true), "");
  EXPECT_EQ(*ReadJobId("{\"id\":null}", true), "");
  for (const char* text :
       {"", "{", "{}", "[]", "[{\"id\":\"x\"}]", "\"id\"", "{\"id\":\"\"}", "{\"id\":null}",
        "{\"id\":5}", "{\"id\":{}}", "{\"ID\":\"x\"}", "{\"id\":\"../x\"}", "{\"id\":\"a b\"}",
        "{\"id\":\"a?b\"}", "{\"id\":\"a#b\"}", "{\"id\":\"a\\nb\"}", "<html>"}) {
    EXPECT_FALSE(ReadJobId(text, false)) << text;
  }
  for (const char* text : {"", "{}", "<html>", "{\"id\":\"a/b\"}"}) {
    EXPECT_FALSE(ReadJobId(text, true)) << text;
  }
}

TEST(OozieReplies, NothingIsNothing) {
  EXPECT_TRUE(ReadNoReply(""));
  const auto noise = ReadNoReply("<html>welcome");
  ASSERT_FALSE(noise);
  EXPECT_EQ(Code(noise.error()), "non-transient SUBWF004");
}

TEST(OozieReplies, Jobs) {
  const auto job = ReadJob(
      "{\"id\":\"a-W\",\"status\":\"KILLED\",\"consoleUrl\":\"http:\\/\\/h\\/"
      "?job=a-W\",\"actions\":["
      "{\"errorCode\":null,\"errorMessage\":null},{\"errorCode\":\"FS001\",\"errorMessage\":"
      "\"first\"},"
      "7,null,{\"errorCode\":\"E0729\",\"errorMessage\":\"it\\nbroke\"},{\"errorCode\":\"\"},{}]}");
  ASSERT_TRUE(job);
  EXPECT_EQ(job->console_url, "http://h/?job=a-W");
  EXPECT_EQ(job->error_code + " " + job->error_message, "E0729 it broke");
  EXPECT_TRUE(job->ended());
  const auto running = ReadJob("{\"id\":\"a\",\"status\":\"RUNNING\",\"actions\":null}");
  ASSERT_TRUE(running);
  EXPECT_FALSE(running->ended());
  EXPECT_EQ(running->error_code, "");
  EXPECT_TRUE(ReadJob("{\"id\":\"a\",\"id\":\"b\",\"status\":\"PREP\"}")) << "twice the same key";
  for (const char* text : {"", "null", "[]", "{}", "{\"id\":\"a\"}", "{\"status\":\"PREP\"}",
                           "{\"id\":1,\"status\":\"PREP\"}", "{\"id\":\"a\",\"status\":[]}",
                           "{\"id\":\"a\",\"status\":\"PREP\""}) {
    const auto bad = ReadJob(text);
    ASSERT_FALSE(bad) << text;
    EXPECT_EQ(Code(bad.error()), "non-transient SUBWF004");
  }
}

TEST(OozieReplies, DeepAndLongOnesEnd) {
  EXPECT_FALSE(ReadJob(std::string(100'000, '[')));
  const std::string deep =
      "{\"id\":\"a\",\"status\":\"PREP\",\"actions\":" + std::string(5'000, '[') +
      std::string(5'000, ']') + "}";
  EXPECT_TRUE(ReadJob(deep));
}

HttpReply Reply(int status, std::string code = "", std::string message = "") {
  HttpReply reply;
  reply.status = status;
  if (!code.empty()) {
    reply.headers = {{"Oozie-Error-Code", std::move(code)},
                     {"oozie-error-message", std::move(message)}};
  }
  return reply;
}

TEST(OozieErrors, ClassesAndCodes) {
  const auto code = [](const HttpReply& reply) { return Code(ErrorOfOozie(reply, "h:1")); };
  EXPECT_EQ(code(Reply(400, "E0307", "E0307: no such file")), "error E0307");
  EXPECT_EQ(code(Reply(400, "E0603", "E0603: SQL error")), "transient SUBWF005");
  EXPECT_EQ(code(Reply(503, "E0002", "System is in safe mode")), "transient SUBWF005");
  EXPECT_EQ(code(Reply(401, "E0902", "who?")), "non-transient SUBWF003");
  EXPECT_EQ(code(Reply(401)), "non-transient SUBWF003");
  EXPECT_EQ(code(Reply(403)), "non-transient SUBWF003");
  EXPECT_EQ(code(Reply(404)), "non-transient SUBWF004");
  EXPECT_EQ(code(Reply(302)), "non-transient SUBWF004");
  EXPECT_EQ(code(Reply(400)), "error SUBWF002");
  EXPECT_EQ(code(Reply(429)), "transient SUBWF005");
  EXPECT_EQ(code(Reply(500)), "transient SUBWF005");
  EXPECT_EQ(ErrorOfOozie(Reply(400, "E0307", "E0307: no such file"), "h:1").message,
            "h:1: no such file");
  const std::string long_one =
      ErrorOfOozie(Reply(400, "E1", std::string(5000, 'x') + "\n"), "h").message;
  EXPECT_LT(long_one.size(), 1100U);
  EXPECT_THAT(long_one, Not(HasSubstr("\n")));
}

}  // namespace
}  // namespace hpdl::rt
