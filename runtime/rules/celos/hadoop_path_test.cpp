#include "runtime/rules/celos/hadoop_path.h"

#include <gtest/gtest.h>

#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

std::string ReadPath(std::string_view text) {
  const Result<HadoopPath> path = HadoopPath::Parse(text);
  return path ? path->Text() : ExceptionText(path.error());
}

TEST(HadoopPathTest, IsWrittenAsHadoopDoes) {
  const struct {
    const char *text, *path;
  } cases[] = {
      {"/a//b/", "/a/b"},
      {"file:/a", "file:/a"},
      {"file:///a", "file:/a"},
      {"hdfs://nn:8020/a/", "hdfs://nn:8020/a"},
      {"hdfs://nn", "hdfs://nn"},
      {"/a/*", "/a/*"},
      {"/a b/ü", "/a b/ü"},
      {"/../x", "/../x"},
      {"/a/./b/../c", "/a/c"},
      {"a/b", "a/b"},
      {"/", "/"},
      {"//", "/"},
      {"/a:b", "/a:b"},
  };
  for (const auto& row : cases) {
    EXPECT_EQ(ReadPath(row.text), row.path) << row.text;
  }
  EXPECT_EQ(ReadPath("a:b"),
            "java.lang.IllegalArgumentException: java.net.URISyntaxException: Relative path in "
            "absolute URI: a:b");
  EXPECT_EQ(ReadPath(""),
            "java.lang.IllegalArgumentException: Can not create a Path from an empty string");
}

}  // namespace
}  // namespace hpdl::rt::celos
