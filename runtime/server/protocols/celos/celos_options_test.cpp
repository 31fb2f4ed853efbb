#include "runtime/server/protocols/celos/celos_options.h"

#include <gtest/gtest.h>

#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

std::string Wrong(const std::vector<std::string_view>& words) {
  const Result<CelosCommandLine> line = ReadCelosOptions(words);
  return line ? "" : ExceptionText(line.error());
}

TEST(CelosOptionsTest, OptionsHaveOneDashOrTwo) {
  const Result<CelosCommandLine> line = ReadCelosOptions(
      {"-port", "1", "word", "--workflows=/w", "-defaults=/d", "--db", "/s", "--logs", "/l",
       "--autoSchedule", "-1", "--dbType", "filesystem", "--host", "::1", "--settle=7"});
  ASSERT_TRUE(line) << line.error().message;
  const CelosOptions& options = line->options;
  EXPECT_EQ(options.port, 1);
  EXPECT_EQ(options.workflows + options.defaults + options.db + options.logs, "/w/d/s/l");
  EXPECT_EQ(options.auto_schedule_s, -1);
  EXPECT_EQ(options.host, "::1");
  EXPECT_EQ(options.settle_s, 7);
  EXPECT_EQ(line->output, "");
}

TEST(CelosOptionsTest, WhatIsLeftOutHasADefaultThatIsTold) {
  const Result<CelosCommandLine> line = ReadCelosOptions({"--port=65535"});
  ASSERT_TRUE(line);
  EXPECT_EQ(line->options.host, "127.0.0.1");
  EXPECT_EQ(line->output,
            "--dbType not specified, using default value: FILESYSTEM\n"
            "--db not specified, using default value: /var/lib/celos/db\n"
            "--defaults not specified, using default value: /etc/celos/defaults\n"
            "--workflows not specified, using default value: /etc/celos/workflows\n"
            "--logs not specified, using default value: /var/log/celos\n"
            "--autoSchedule not specified, using default value: -1\n");
}

TEST(CelosOptionsTest, WhatIsWrong) {
  EXPECT_EQ(Wrong({}), "no port: java.lang.IllegalArgumentException: Missing --port argument");
  EXPECT_EQ(Wrong({"--port", "1", "--x"}),
            "org.apache.commons.cli.UnrecognizedOptionException: Unrecognized option: --x");
  EXPECT_EQ(Wrong({"--port"}),
            "org.apache.commons.cli.MissingArgumentException: Missing argument for option: port");
  for (const char* port : {"--port=65536", "--port=-1", "--port=", "--port=1x"}) {
    EXPECT_TRUE(Wrong({port}).starts_with("java.lang.NumberFormatException: For input string: "));
  }
  EXPECT_TRUE(Wrong({"--port=1", "--autoSchedule=x"}).starts_with("java.lang.NumberFormat"));
  EXPECT_NE(Wrong({"--port=1", "--dbType", "JDBC"}).find("--dbType FILESYSTEM"), std::string::npos);
  EXPECT_NE(Wrong({"--port=1", "--host", "nosuch"}).find("numeric address"), std::string::npos);
}

}  // namespace
}  // namespace hpdl::rt::celos
