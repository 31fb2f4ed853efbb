#include "compiler/driver/definition.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "runtime/base/testing/temporary_folder.h"

namespace hpdl::driver {
namespace {

namespace fs = std::filesystem;

constexpr char kGood[] =
    R"(<workflow-app xmlns="uri:oozie:workflow:1.0" name="w"><start to="e"/><end name="e"/></workflow-app>)";

TEST(Definition, OfALoadedApplicationReadsNothing) {
  std::string error;
  Application application;
  {
    const rt::testing::TemporaryFolder folder;
    std::ofstream(folder.path() + "/workflow.xml") << "<workflow-app/>";
    std::ofstream(folder.path() + "/a.sh") << "ls";
    ASSERT_TRUE(LoadApplication(folder.path(), CompileOptions(), &application, &error)) << error;
  }
  ASSERT_FALSE(fs::exists(application.definition_name));
  application.definition = kGood;
  CompileOptions options;
  options.application = &application;
  const auto definition = Compile("nothing", options, &error);
  ASSERT_NE(definition, nullptr) << error;
  ASSERT_NE(definition->hir, nullptr);
  EXPECT_EQ(definition->hir->files.size(), 1u);
  EXPECT_EQ(definition->source->name(), application.definition_name);
  EXPECT_EQ(application.definition, kGood);
}

TEST(Definition, NamedItselfHasTheDefaultsBesideItIfAsked) {
  const rt::testing::TemporaryFolder folder;
  const std::string path = folder.path() + "/workflow.xml";
  std::ofstream(path) << kGood;
  std::ofstream(folder.path() + "/config-default.xml") << "<configuration/>";
  CompileOptions options;
  for (const bool beside : {false, true}) {
    options.defaults_beside = beside;
    Application application;
    std::string error;
    ASSERT_TRUE(LoadApplication(path, options, &application, &error)) << error;
    EXPECT_EQ(application.files.size(), beside ? 1u : 0u);
  }
}

}  // namespace
}  // namespace hpdl::driver
