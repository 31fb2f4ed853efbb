#include "runtime/server/protocols/celos_ui/ui_program.h"

#include <gtest/gtest.h>

namespace hpdl::rt::celos {
namespace {

TEST(UiProgram, CommandLine) {
  const Result<UiOptions> options =
      ReadUiOptions({"--port", "8081", "-celos=http://c:1/x//", "--hue", "http://h", "--config",
                     "/g", "--host=0.0.0.0"});
  ASSERT_TRUE(options) << options.error().message;
  EXPECT_EQ(options->port, 8081);
  EXPECT_EQ(options->celos, "http://c:1/x");
  EXPECT_EQ(options->hue, "http://h");
  EXPECT_EQ(options->groups, "/g");
  EXPECT_EQ(options->host, "0.0.0.0");
  EXPECT_TRUE(ReadUiOptions({"--help"})->help);
}

TEST(UiProgram, WhatIsMissingOrWrong) {
  const auto wrong = [](const std::vector<std::string_view>& arguments) {
    const Result<UiOptions> options = ReadUiOptions(arguments);
    return options ? std::string() : options.error().message;
  };
  EXPECT_EQ(wrong({}), "Missing --port argument");
  EXPECT_EQ(wrong({"--port", "1"}), "Missing --celos argument");
  EXPECT_EQ(wrong({"--port", "x", "--celos", "http://c"}), "For input string: \"x\"");
  EXPECT_EQ(wrong({"--port", "1", "--celos", "c:1"}), "--celos 'c:1': expected an http URL");
  EXPECT_EQ(wrong({"--nosuch"}), "Unrecognized option: --nosuch");
  EXPECT_NE(wrong({"--port", "1", "--celos", "http://c", "--host", "x"}), "");
}

}  // namespace
}  // namespace hpdl::rt::celos
