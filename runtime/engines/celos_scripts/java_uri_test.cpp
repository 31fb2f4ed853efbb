#include "runtime/engines/celos_scripts/java_uri.h"

#include <gtest/gtest.h>

#include <string>

namespace hpdl::rt::celos {
namespace {

TEST(JavaUri, WhatUrisMayBe) {
  for (const char* good :
       {"", "/", "a/b", "hdfs://nn:8020/a?q#f", "hdfs:/a", "file:///", "mailto:a@b.c", "a@b.c",
        "http://[::1]:80/", "/%C3%BC", "/ü", "a:b", "http://x//y/../z;p=1"}) {
    EXPECT_EQ(UriProblem(good), "") << good;
  }
}

TEST(JavaUri, WhatIsWrongAndWhere) {
  EXPECT_EQ(UriProblem("x y"), "Illegal character in path at index 1: x y");
  EXPECT_EQ(UriProblem("/${year}"), "Illegal character in path at index 2: /${year}");
  EXPECT_EQ(UriProblem("hdfs://a b/c"), "Illegal character in authority at index 8: hdfs://a b/c");
  EXPECT_EQ(UriProblem("/a?b c"), "Illegal character in query at index 4: /a?b c");
  EXPECT_EQ(UriProblem("/a#b c"), "Illegal character in fragment at index 4: /a#b c");
  EXPECT_EQ(UriProblem("1a:b"), "Illegal character in scheme name at index 0: 1a:b");
  EXPECT_EQ(UriProblem("a:b c"), "Illegal character in opaque part at index 3: a:b c");
  EXPECT_EQ(UriProblem(":b"), "Expected scheme name at index 0: :b");
  EXPECT_EQ(UriProblem("a:"), "Expected scheme-specific part at index 2: a:");
  EXPECT_EQ(UriProblem("file://"), "Expected authority at index 7: file://");
  EXPECT_EQ(UriProblem("/%2"), "Malformed escape pair at index 1: /%2");
}

TEST(JavaUri, PathsWithTimeVariables) {
  EXPECT_EQ(PathProblem("/a/${year}"), "");
  EXPECT_EQ(PathProblem("/a b"), "Illegal character in path at index 2: /a b");
}

TEST(JavaUri, FileSystems) {
  for (const char* known :
       {"", "/", "hdfs://nn", "HDFS://nn", "webhdfs://nn:1", "file:///", "s3n://b", "viewfs://x"}) {
    EXPECT_EQ(FileSystemProblem(known), "") << known;
  }
  EXPECT_EQ(FileSystemProblem("nosuch://x"), "No FileSystem for scheme: nosuch");
  EXPECT_EQ(FileSystemProblem("x y"), "Illegal character in path at index 1: x y");
}

TEST(JavaUri, Urls) {
  const auto url = [](const char* text) {
    const Result<std::string> made = JavaUrl(text);
    return made ? *made : "! " + made.error().message;
  };
  EXPECT_EQ(url("HTTP://X.y/ü z"), "http://X.y/ü z");
  EXPECT_EQ(url("  ftp://x/y "), "ftp://x/y");
  EXPECT_EQ(url("mailto:a@b"), "mailto:a@b");
  EXPECT_EQ(url("foo"), "! no protocol: foo");
  EXPECT_EQ(url("/a:b"), "! no protocol: /a:b");
  EXPECT_EQ(url("foo://x"), "! unknown protocol: foo");
}

}  // namespace
}  // namespace hpdl::rt::celos
