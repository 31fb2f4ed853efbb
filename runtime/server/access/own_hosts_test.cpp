#include "runtime/server/access/own_hosts.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

TEST(OwnHosts, AForeignDnsNameIsRefused) {
  OwnHosts hosts;
  hosts.Add("Oozie.example, other.example,");
  for (const char* own : {"localhost", "LOCALHOST:11000", "oozie.example:80", "other.example",
                          "127.0.0.1", "10.0.0.7:11000", "[::1]", "[fe80::1]:11000"}) {
    EXPECT_TRUE(hosts.Has(own)) << own;
  }
  for (const char* foreign :
       {"", "[", "[]", ":80", "evil.example", "127.0.0.1.evil.example", "xlocalhost",
        "localhost.evil.example", "[evil.example]", "::1", "1.2.3", "0x7f.1", "127.0.0.1 "}) {
    EXPECT_FALSE(hosts.Has(foreign)) << foreign;
  }
}

TEST(OwnHosts, TheNameHasNoPort) {
  EXPECT_EQ(HostName("[::1]:11000"), "[::1]");
  EXPECT_EQ(HostName("LOCALHOST:11000"), "localhost");
  EXPECT_EQ(HostName("localhost"), "localhost");
}

}  // namespace
}  // namespace hpdl::rt
