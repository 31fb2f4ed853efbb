#include "runtime/server/protocols/hws/hws_path.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

TEST(HwsPath, PartsAreDecodedOneByOne) {
  const auto path = ReadHwsPath("/hws/v1/applications/a%2Fb%20c/activate?wait=3");
  ASSERT_TRUE(path);
  EXPECT_EQ(path->parts, (std::vector<std::string>{"applications", "a/b c", "activate"}));
}

TEST(HwsPath, WhatIsNone) {
  for (const char* target :
       {"/hws/v1", "/hws/v1/", "/hws/v2/jobs", "/hws/v1/jobs/", "/hws/v1//jobs", "/hws/v1/jobs/%zz",
        "/hws/v1/jobs/%00", "/oozie/v1/jobs", ""}) {
    EXPECT_FALSE(ReadHwsPath(target)) << target;
  }
}

}  // namespace
}  // namespace hpdl::rt
