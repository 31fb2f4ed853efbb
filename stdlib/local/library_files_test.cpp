#include "stdlib/local/library_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "runtime/engines/workflow/inheritance.h"
#include "runtime/engines/workflow/testing/fake_context.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/world/site/site.h"

namespace hpdl::stdlib {
namespace {

using rt::testing::PackagedFile;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr const char* kInherits = "oozie.wf.subworkflow.classpath.inheritance";

std::vector<std::string> Names(const std::vector<BundledLibrary>& files) {
  std::vector<std::string> names;
  for (const BundledLibrary& each : files) {
    names.push_back(each.name);
  }
  return names;
}

class LibraryFilesTest : public ::testing::Test {
 protected:
  LibraryFilesTest() : ctx_("/nonexistent") {
    ctx_.identity.app_path = "hdfs://nn/apps/child";
    ctx_.files = {{"workflow.xml", ""}, {"lib/c.jar", "c"}, {"lib/a.jar", "a"}, {"lib/d/x", ""}};
  }
  /// Makes the job inherit from two parents in its program.
  void Inherit() {
    ctx_.properties[kInherits] = "true";
    ctx_.inherited.push_back({"hdfs://nn/apps/parent/workflow.xml",
                              {PackagedFile("lib/p.jar", "p"), PackagedFile("lib/a.jar", "old"),
                               PackagedFile("p", "")}});
    ctx_.inherited.push_back({"/apps/above/",
                              {PackagedFile("lib/p.jar", "older"), PackagedFile("lib/q.jar", "q"),
                               PackagedFile("lib/q,r.jar", ""), PackagedFile("lib/q#s.jar", "")}});
  }

  rt::testing::FakeContext ctx_;
};

TEST_F(LibraryFilesTest, OwnFilesAreSortedAndWithoutSubfolders) {
  EXPECT_THAT(Names(OwnLibrary(ctx_)), ElementsAre("a.jar", "c.jar"));
  EXPECT_THAT(InheritedLibrary(ctx_), IsEmpty());
}

TEST_F(LibraryFilesTest, TheNearestFileOfANameCounts) {
  Inherit();
  const std::vector<BundledLibrary> inherited = InheritedLibrary(ctx_);
  EXPECT_THAT(Names(inherited), ElementsAre("p.jar", "q#s.jar", "q,r.jar", "q.jar"));
  EXPECT_EQ(std::string_view(inherited[0].file->data, inherited[0].file->size), "p");
  EXPECT_EQ(PackagedLibraryFile(ctx_, "q.jar")->size, 1U);
  EXPECT_EQ(PackagedLibraryFile(ctx_, "p"), nullptr);
}

TEST_F(LibraryFilesTest, PathsOfAServerAreFilesThatTheProgramLacks) {
  ctx_.properties[rt::kInheritedLibraryProperty] = "/x/lib/a.jar, hdfs://nn/y/lib/y.jar,lib/z.jar,";
  EXPECT_THAT(InheritedPaths(ctx_), IsEmpty());
  ctx_.properties[kInherits] = "TRUE";
  EXPECT_THAT(InheritedPaths(ctx_), ElementsAre("hdfs://nn/y/lib/y.jar"));
}

TEST_F(LibraryFilesTest, ChildrenGetThePathsOfAll) {
  ctx_.properties[rt::kInheritedLibraryProperty] = "/y/lib/y.jar,/y/lib/p.jar";
  EXPECT_EQ(LibraryForChildren(ctx_),
            "hdfs://nn/apps/child/lib/a.jar,hdfs://nn/apps/child/lib/c.jar");
  Inherit();
  EXPECT_EQ(LibraryForChildren(ctx_),
            "hdfs://nn/apps/child/lib/a.jar,hdfs://nn/apps/child/lib/c.jar,"
            "hdfs://nn/apps/parent/lib/p.jar,/apps/above/lib/q.jar,/y/lib/y.jar");
  ctx_.identity.app_path = "file:///apps/child";
  EXPECT_THAT(LibraryForChildren(ctx_), StartsWith("file:///apps/child/lib/a.jar,"));
  ctx_.is_local = false;
  EXPECT_THAT(LibraryForChildren(ctx_), StartsWith("hdfs://nn/apps/parent/lib/a.jar,"));
  ctx_.identity.app_path = "child";  // relative to the application of a parent in this program
  ctx_.properties.clear();
  ctx_.inherited.clear();
  EXPECT_EQ(LibraryForChildren(ctx_), "");
}

TEST(Inheritance, TheJobDecidesBeforeTheSite) {
  const rt::testing::TemporaryFolder folder;
  const std::string path = folder.path() + "/site.xml";
  std::ofstream(path) << "<configuration><property><name>oozie.subworkflow.classpath.inheritance"
                         "</name><value>true</value></property></configuration>";
  const rt::Result<rt::Site> site = rt::Site::Load(path);
  ASSERT_TRUE(site) << site.error().message;
  EXPECT_FALSE(rt::InheritsLibrary({}, {}));
  EXPECT_TRUE(rt::InheritsLibrary(*site, {}));
  EXPECT_FALSE(rt::InheritsLibrary(*site, {{kInherits, " False "}}));
  EXPECT_TRUE(rt::InheritsLibrary(*site, {{kInherits, "perhaps"}}));
  EXPECT_TRUE(rt::InheritsLibrary({}, {{kInherits, "true"}}));
}

}  // namespace
}  // namespace hpdl::stdlib
