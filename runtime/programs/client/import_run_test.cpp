#include "runtime/programs/client/import_run.h"

#include <gtest/gtest.h>

namespace hpdl::client {
namespace {

constexpr const char* kImported = "0000003-240101000000000-oozie-joe-C";

std::string Property(const std::string& name, const std::string& value) {
  return "<property><name>" + name + "</name><value>" + value + "</value></property>";
}

Result<std::string> Imported(const std::string& configuration) {
  return ImportedConfiguration({.id = kImported, .configuration = configuration}, "joe", "5");
}

TEST(ImportedConfiguration, HasWhatTheJobHasAndWhereItBegins) {
  const Result<std::string> text =
      Imported("<configuration>" + Property("oozie.coord.application.path", "hdfs://nn/app") +
               Property("oozie.bundle.application.path", "hdfs://nn/bundle") +
               Property("oozie.bundle.id", "0000001-B") + Property("user.name", "ann") +
               Property("a", "&lt;1&gt;") + "</configuration>");
  ASSERT_TRUE(text);
  const auto has = [&](const std::string& part) { return text->find(part) != std::string::npos; };
  EXPECT_TRUE(has(Property("oozie.coord.application.path", "hdfs://nn/app")));
  EXPECT_TRUE(has(Property("a", "&lt;1&gt;")));
  EXPECT_TRUE(has(Property("user.name", "joe")));
  EXPECT_TRUE(has(Property("hpdl.coord.first.action", "5")));
  EXPECT_FALSE(has("bundle"));
  EXPECT_FALSE(has("ann"));
}

TEST(ImportedConfiguration, IsNotInErrors) {
  const std::string secret = Property("password", "hunter2");
  for (const std::string& text : std::vector<std::string>{
           "<configuration>" + secret, "<configuration>" + secret + "</configuration>",
           "<configuration>\n<a>hunter2</b></configuration>", "hunter2" + secret,
           "<!DOCTYPE a [<!ENTITY b \"hunter2\">]><configuration>&b;</configuration>", "hunter2"}) {
    const Result<std::string> imported = Imported(text);
    ASSERT_FALSE(imported) << text;
    EXPECT_EQ(imported.error().message.find("hunter2"), std::string::npos) << text;
    EXPECT_NE(imported.error().message.find(kImported), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace hpdl::client
