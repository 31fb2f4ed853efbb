#include "runtime/world/mail/message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/world/mail/body.h"
#include "runtime/world/mail/header.h"

namespace hpdl::rt::mail {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::size_t LongestLine(std::string_view text) {
  std::size_t longest = 0;
  std::size_t column = 0;
  for (const char c : text) {
    column = c == '\n' ? 0 : column + 1;
    longest = std::max(longest, column);
  }
  return longest;  // the length includes the CR
}

TEST(Header, DateIsInUtc) {
  EXPECT_EQ(MailDate(0), "Thu, 1 Jan 1970 00:00:00 +0000");
  EXPECT_EQ(MailDate(1795244733'999), "Sat, 21 Nov 2026 07:05:33 +0000");
  EXPECT_EQ(MailDate(951782400'000), "Tue, 29 Feb 2000 00:00:00 +0000");
  EXPECT_EQ(MailDate(1709251199'000), "Thu, 29 Feb 2024 23:59:59 +0000");
}

TEST(Header, PlainTextIsFoldedAtBlanks) {
  EXPECT_EQ(HeaderLine("Subject", "done"), "Subject: done\r\n");
  std::string text;
  for (int i = 0; i < 60; ++i) {
    text += (i == 0 ? "" : " ") + std::string("word") + std::to_string(i);
  }
  std::string line = HeaderLine("Subject", text);
  EXPECT_LE(LongestLine(line), 78U);
  std::size_t fold = 0;
  while ((fold = line.find("\r\n ")) != std::string::npos) {
    line.erase(fold, 2);
  }
  EXPECT_EQ(line, "Subject: " + text + "\r\n");
}

TEST(Header, OtherTextIsEncodedWords) {
  EXPECT_EQ(HeaderLine("Subject", "\xc3\xa4"), "Subject: =?UTF-8?B?w6Q=?=\r\n");
  for (const std::string& text :
       {std::string("=?x?="), std::string("a  b"), std::string(70, 'x'), std::string(" a")}) {
    EXPECT_THAT(HeaderLine("Subject", text), StartsWith("Subject: =?UTF-8?B?")) << text;
  }
  std::string text;
  for (int i = 0; i < 200; ++i) {
    text += "\xe2\x82\xac";
  }
  const std::string line = HeaderLine("Subject", text);
  EXPECT_LE(LongestLine(line), 77U);
  // Each encoded word of the line holds whole characters of 3 bytes. In base64, 3 bytes become 4
  // digits, so no word ends with the padding `=`.
  EXPECT_EQ(line.find("=?=\r\n"), std::string::npos) << line;
}

TEST(Header, Addresses) {
  EXPECT_EQ(AddressLine("To", {{"", "a@b"}, {"Joe \"J\"", "c@d"}}),
            "To: a@b,\r\n \"Joe \\\"J\\\"\" <c@d>\r\n");
  EXPECT_EQ(AddressLine("Cc", {{"\xc3\xa4", "a@b"}}), "Cc: =?UTF-8?B?w6Q=?= <a@b>\r\n");
}

TEST(Header, Parameters) {
  EXPECT_EQ(Parameter("filename", "a \"b\".txt"), ";\r\n filename=\"a \\\"b\\\".txt\"");
  EXPECT_EQ(Parameter("filename", "\xc3\xa4 b.txt"), ";\r\n filename*=UTF-8''%C3%A4%20b.txt");
}

TEST(Body, PlainLines) {
  const auto body = EncodeBody("", "a\r\nb\rc\nd");
  ASSERT_TRUE(body);
  EXPECT_EQ(body->text, "a\r\nb\r\nc\r\nd\r\n");
  EXPECT_EQ(body->headers,
            "Content-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: 7bit\r\n");
  EXPECT_EQ(EncodeBody("", "")->text, "");
}

TEST(Body, QuotedPrintable) {
  const auto body = EncodeBody("text/html",
                               "gr\xc3\xbc\xc3\x9f"
                               "e = x \nend");
  ASSERT_TRUE(body);
  EXPECT_EQ(body->text, "gr=C3=BC=C3=9Fe =3D x=20\r\nend\r\n");
  EXPECT_THAT(body->headers, HasSubstr("text/html; charset=UTF-8\r\n"));
  const auto longer = EncodeBody("", std::string(5000, 'x'));
  EXPECT_THAT(longer->headers, HasSubstr("quoted-printable"));
  EXPECT_LE(LongestLine(longer->text), 77U);
}

TEST(Body, Base64WhereThatIsShorter) {
  std::string text;
  for (int i = 0; i < 1000; ++i) {
    text += "\xe6\x97\xa5";
  }
  const auto body = EncodeBody("", text);
  EXPECT_THAT(body->headers, HasSubstr("base64"));
  EXPECT_LE(LongestLine(body->text), 77U);
}

TEST(Body, Charsets) {
  EXPECT_EQ(EncodeBody("text/plain; charset=ISO-8859-1", "\xc3\xa4")->text, "=E4\r\n");
  EXPECT_THAT(EncodeBody("text/plain;charset=\"utf-8\"", "x")->headers,
              StartsWith("Content-Type: text/plain;charset=\"utf-8\"\r\n"));
  EXPECT_TRUE(EncodeBody("text/plain; charset=us-ascii", "x"));
  EXPECT_THAT(EncodeBody("application/json", "{}")->headers,
              StartsWith("Content-Type: application/json\r\n"));
  EXPECT_FALSE(EncodeBody("text/plain; charset=us-ascii", "\xc3\xa4"));
  EXPECT_FALSE(EncodeBody("text/plain; x=" + std::string(990, 'y'), "x"));
  EXPECT_FALSE(EncodeBody("text/plain; charset=iso-8859-1", "\xe2\x82\xac"));
  EXPECT_FALSE(EncodeBody("text/plain; charset=utf-16", "x"));
}

TEST(Body, TypesThatAreNone) {
  for (const char* type : {"html", "text/", "/html", "text/html\r\nBcc: a@b", "text/ht ml",
                           "text/html; charset", "text/html; charset=", "text/html; x=\"a\r\nb\"",
                           "multipart/mixed", "text/html;", "text/html; a=b\n"}) {
    const auto body = EncodeBody(type, "x");
    ASSERT_FALSE(body) << type;
    EXPECT_EQ(body.error().code, "EM005");
    EXPECT_EQ(body.error().message.find('\n'), std::string::npos);
  }
}

class MessageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    message_.from = {"Oozie", "oozie@example.org"};
    message_.to = {{"", "joe@example.org"}};
    message_.subject = "done";
    message_.body = "all well\n";
    message_.id = "hpdl-0123";
  }

  std::string Write() {
    const auto written = WriteMessage(message_, folder_ + "/m.eml");
    if (!written) {
      return written.error().code + " " + written.error().message;
    }
    std::stringstream text;
    text << std::ifstream(folder_ + "/m.eml").rdbuf();
    return text.str();
  }

  const testing::TemporaryFolder temporary_;
  const std::string folder_ = temporary_.path();
  Message message_;
};

TEST_F(MessageTest, WithoutAttachments) {
  EXPECT_EQ(Write(),
            "From: \"Oozie\" <oozie@example.org>\r\nTo: joe@example.org\r\nSubject: done\r\n"
            "Date: Thu, 1 Jan 1970 00:00:00 +0000\r\nMessage-ID: <hpdl-0123@example.org>\r\n"
            "MIME-Version: 1.0\r\nAuto-Submitted: auto-generated\r\n"
            "Content-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\n"
            "all well\r\n");
  struct stat info{};
  ASSERT_EQ(stat((folder_ + "/m.eml").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600U);
}

TEST_F(MessageTest, Attachments) {
  std::ofstream(folder_ + "/data.csv") << std::string(57 * 1024 + 1, 'x');
  message_.attachments = {{"data.csv", folder_ + "/data.csv", {}}, {"b.bin", {}, "abc"}};
  message_.body = "with =_hpdl-0123 in it";
  const std::string text = Write();
  EXPECT_THAT(text, HasSubstr("boundary=\"=_hpdl-0123_\"\r\n"));
  EXPECT_THAT(text, HasSubstr("Content-Type: text/csv\r\n"));
  EXPECT_THAT(text, HasSubstr("\r\nYWJj\r\n\r\n--=_hpdl-0123_--\r\n"));
  EXPECT_THAT(text, HasSubstr("\r\neA==\r\n\r\n--=_hpdl-0123_\r\n"));
  EXPECT_LE(LongestLine(text), 78U);
}

TEST_F(MessageTest, Refusals) {
  message_.attachments = {{"x", folder_ + "/none", {}}};
  EXPECT_THAT(Write(), StartsWith("EM008 attachment " + folder_ + "/none: No such file"));
  ASSERT_EQ(mkfifo((folder_ + "/pipe").c_str(), 0600), 0);
  message_.attachments = {{"x", folder_ + "/pipe", {}}};
  EXPECT_THAT(Write(), HasSubstr("not a file"));
  message_.attachments = {{"a\r\nb", {}, "x"}};
  EXPECT_THAT(Write(), StartsWith("EM008 the name of an attachment"));
  message_.attachments.clear();
  for (const char* subject : {"a\nBcc: x@y", "a\rb", "a\tb", "\x7f"}) {
    message_.subject = subject;
    EXPECT_THAT(Write(), StartsWith("EM005 the subject has a line break")) << subject;
  }
}

}  // namespace
}  // namespace hpdl::rt::mail
