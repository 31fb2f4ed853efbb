#include "compiler/driver/program/definition.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::driver {
namespace {

namespace fs = std::filesystem;

constexpr char kGood[] =
    R"(<workflow-app xmlns="uri:oozie:workflow:1.0" name="w"><start to="e"/><end name="e"/></workflow-app>)";
constexpr char kDefaults[] =
    "<configuration><property><name>a</name><value>1</value></property></configuration>";

TEST(Definition, OfALoadedApplicationReadsNothing) {
  Application application;
  {
    const rt::testing::TemporaryFolder folder;
    std::ofstream(folder.path() + "/workflow.xml") << "<workflow-app/>";
    std::ofstream(folder.path() + "/a.sh") << "ls";
    std::ofstream(folder.path() + "/config-default.xml") << kDefaults;
    rt::Result<Application> loaded = LoadApplication(folder.path(), CompileOptions());
    ASSERT_TRUE(loaded) << loaded.error().message;
    application = std::move(*loaded);
  }
  ASSERT_FALSE(fs::exists(application.definition_name));
  const auto definition = CompileBytes(application, kGood, CompileOptions());
  ASSERT_NE(definition->hir, nullptr);
  EXPECT_EQ(definition->source->name(), application.definition_name);
  ASSERT_EQ(definition->defaults.size(), 1u);
  EXPECT_EQ(definition->defaults[0].value, "1");
}

TEST(Definition, OfAnyNameHasItsFolderIfAsked) {
  const rt::testing::TemporaryFolder folder;
  const std::string path = folder.path() + "/other.xml";
  std::ofstream(path) << kGood;
  std::ofstream(folder.path() + "/config-default.xml") << kDefaults;
  std::ofstream(folder.path() + "/a.sh") << "ls";
  CompileOptions options;
  options.defaults_beside = true;
  for (const bool with_folder : {false, true}) {
    options.with_folder = with_folder;
    const rt::Result<Compiled> compiled = LoadAndCompile(path, options);
    ASSERT_TRUE(compiled) << compiled.error().message;
    EXPECT_EQ(compiled->definition->defaults.size(), with_folder ? 1u : 0u);
    EXPECT_EQ(compiled->application.files.size(), with_folder ? 2u : 0u);
    EXPECT_EQ(compiled->application.has_all_files, with_folder);
  }
}

TEST(Definition, NamedItselfHasTheDefaultsBesideItIfAsked) {
  const rt::testing::TemporaryFolder folder;
  const std::string path = folder.path() + "/workflow.xml";
  std::ofstream(path) << kGood;
  std::ofstream(folder.path() + "/config-default.xml") << kDefaults;
  CompileOptions options;
  for (const bool beside : {false, true}) {
    options.defaults_beside = beside;
    const rt::Result<Compiled> compiled = LoadAndCompile(path, options);
    ASSERT_TRUE(compiled) << compiled.error().message;
    EXPECT_EQ(compiled->definition->defaults.size(), beside ? 1u : 0u);
  }
}

TEST(Diagnostics, OfVariantsAreThereOnce) {
  const rt::testing::TemporaryFolder folder;
  std::ofstream(folder.path() + "/workflow.xml") << kGood;
  std::ofstream(folder.path() + "/a.keytab") << "x";
  std::ofstream(folder.path() + "/db.password") << "x";
  std::vector<Compiled> variants;
  for (int i = 0; i < 2; ++i) {
    rt::Result<Compiled> compiled = LoadAndCompile(folder.path(), CompileOptions());
    ASSERT_TRUE(compiled) << compiled.error().message;
    variants.push_back(std::move(*compiled));
    EXPECT_EQ(DiagnosticsOf(variants).size(), 2u) << "one for each of the files";
  }
}

}  // namespace
}  // namespace hpdl::driver
