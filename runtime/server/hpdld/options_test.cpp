#include "runtime/server/hpdld/options.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

TEST(DaemonOptions, AreRead) {
  const auto options =
      ReadOptions({"--listen", "[::1]:0", "--state=/s", "--local", "--site", "f", "--log", "l"});
  ASSERT_TRUE(options) << options.error().message;
  EXPECT_EQ(options->host, "::1");
  EXPECT_EQ(options->port, 0);
  EXPECT_EQ(options->state, "/s");
  EXPECT_EQ(options->site, "f");
  EXPECT_EQ(options->log, "l");
  EXPECT_TRUE(options->local);
  EXPECT_EQ(ReadOptions({"--tls-key=k", "--tls-certificate", "c"})->tls_key, "k");
  EXPECT_EQ(ReadOptions({})->host, "127.0.0.1");
  EXPECT_EQ(ReadOptions({})->port, 11000);
  EXPECT_EQ(ReadOptions({"--listen", "localhost:80"})->host, "127.0.0.1");
}

TEST(DaemonOptions, WhatIsWrong) {
  for (const auto& bad : std::vector<std::vector<std::string_view>>{{"--listen"},
                                                                    {"--listen", "1.2.3.4"},
                                                                    {"--listen", "host.example:1"},
                                                                    {"--listen", ":70000"},
                                                                    {"--listen", "127.0.0.1:"},
                                                                    {"--state="},
                                                                    {"--tls-key"},
                                                                    {"--unknown"},
                                                                    {"operand"}}) {
    EXPECT_FALSE(ReadOptions(bad)) << bad[0];
  }
}

TEST(DaemonOptions, Loopback) {
  EXPECT_TRUE(IsLoopback("127.0.0.1"));
  EXPECT_TRUE(IsLoopback("127.9.9.9"));
  EXPECT_TRUE(IsLoopback("::1"));
  EXPECT_FALSE(IsLoopback("0.0.0.0"));
  EXPECT_FALSE(IsLoopback("::"));
  EXPECT_FALSE(IsLoopback("192.168.1.1"));
}

}  // namespace
}  // namespace hpdl::rt
