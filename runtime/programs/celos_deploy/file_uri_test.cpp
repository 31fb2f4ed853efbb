#include "runtime/programs/celos_deploy/file_uri.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::rt::celos {
namespace {

using namespace std::string_literals;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string UriText(std::string_view text) {
  const Result<FileUri> uri = ReadFileUri(text);
  return uri ? uri->Text() : "error: " + uri.error().message;
}

std::string UriProblem(std::string_view text) {
  const Result<FileUri> uri = ReadFileUri(text);
  return uri ? "" : uri.error().message;
}

TEST(FileUri, OfThisMachine) {
  EXPECT_EQ(UriText("/etc/celos/workflows"), "/etc/celos/workflows");
  EXPECT_EQ(UriText("file:///etc/celos"), "/etc/celos");
  EXPECT_EQ(UriText("FILE:/etc/celos"), "/etc/celos");
  EXPECT_EQ(UriText("file://localhost/etc"), "/etc");
  EXPECT_EQ(UriText("file:///a%20b/%C3%BC"), "/a b/ü");
  EXPECT_EQ(UriText("/a%20b?#"), "/a%20b?#");
  EXPECT_EQ(UriText("file:///a//b/./c/../d/"), "/a/b/d");
  EXPECT_EQ(UriText("file:///"), "/");
}

TEST(FileUri, OfAnotherMachine) {
  EXPECT_EQ(UriText("sftp://celos.example.com/etc"), "sftp://celos.example.com/etc");
  EXPECT_EQ(UriText("sftp://joe@h:2222/a%20b"), "sftp://joe@h:2222/a b");
  EXPECT_EQ(UriText("sftp://joe%40corp@h/"), "sftp://joe@corp@h/");
  EXPECT_EQ(UriText("sftp://h:22/a"), "sftp://h/a");
  EXPECT_EQ(UriText("sftp://[::1]:2222/a"), "sftp://[::1]:2222/a");
  EXPECT_EQ(UriText("sftp://[::1]/a"), "sftp://[::1]/a");
  EXPECT_EQ(ReadFileUri("sftp://[::1]/a")->host, "::1");
}

TEST(FileUri, ThatIsNone) {
  EXPECT_THAT(UriProblem("etc/celos"), HasSubstr("or an absolute path"));
  EXPECT_THAT(UriProblem(""), HasSubstr("or an absolute path"));
  EXPECT_THAT(UriProblem("hdfs://nn/a"), HasSubstr("must be a file:/// URI, an sftp:// URI"));
  EXPECT_THAT(UriProblem("file://host/a"), HasSubstr("three slashes"));
  EXPECT_THAT(UriProblem("file:a"), HasSubstr("not absolute"));
  EXPECT_THAT(UriProblem("sftp://h"), HasSubstr("not absolute"));
  EXPECT_THAT(UriProblem("sftp:///a"), HasSubstr("the host is missing"));
  EXPECT_THAT(UriProblem("sftp:/a"), HasSubstr("the host is missing"));
  EXPECT_THAT(UriProblem("sftp://@h/a"), HasSubstr("the user name"));
  EXPECT_THAT(UriProblem("sftp://h:0/a"), HasSubstr("the port"));
  EXPECT_THAT(UriProblem("sftp://h:65536/a"), HasSubstr("the port"));
  EXPECT_THAT(UriProblem("sftp://h:x/a"), HasSubstr("the port"));
  EXPECT_THAT(UriProblem("sftp://h/a?b"), HasSubstr("%3F"));
  EXPECT_THAT(UriProblem("file:///a%2"), HasSubstr("hex digits"));
  EXPECT_THAT(UriProblem("file:///a%00b"), HasSubstr("NUL"));
  EXPECT_THAT(UriProblem("/a\0b"s), HasSubstr("NUL"));
  EXPECT_THAT(UriProblem("/../a"), HasSubstr("too many .."));
  EXPECT_THAT(UriProblem(std::string(9000, '/')), HasSubstr("8192"));
}

TEST(FileUri, APasswordIsRefusedAndNotShown) {
  EXPECT_THAT(
      UriProblem("sftp://joe:secret@h/a"),
      AllOf(HasSubstr("sftp://joe:...@h/a"), HasSubstr("with a key"), Not(HasSubstr("secret"))));
}

TEST(FileUri, WhatIsBelow) {
  EXPECT_EQ(ReadFileUri("/")->Below("a"), "/a");
  EXPECT_EQ(ReadFileUri("/x")->Below("a"), "/x/a");
}

}  // namespace
}  // namespace hpdl::rt::celos
