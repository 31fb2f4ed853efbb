#include "runtime/server/login/signed_cookie.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt {
namespace {

TEST(CookieSecret, IsMadeOnceForItsOwnerAlone) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.path() + "/secret";
  const auto first = CookieSecret(path), second = CookieSecret(path);
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(first->size(), 64U);
  EXPECT_EQ(*first, *second);
  struct stat info{};
  ASSERT_EQ(stat(path.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600U);
}

TEST(CookieSecret, WhatOthersCanReadIsRefused) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.path() + "/secret";
  std::ofstream(path) << "0123456789abcdef\n";
  ASSERT_EQ(chmod(path.c_str(), 0640), 0);
  EXPECT_FALSE(CookieSecret(path));
  ASSERT_EQ(chmod(path.c_str(), 0600), 0);
  EXPECT_EQ(*CookieSecret(path), "0123456789abcdef");
  std::ofstream(path) << "short\n";
  EXPECT_FALSE(CookieSecret(path));
  ASSERT_EQ(symlink(path.c_str(), (folder.path() + "/link").c_str()), 0);
  EXPECT_FALSE(CookieSecret(folder.path() + "/link"));
  ASSERT_EQ(mkfifo((folder.path() + "/fifo").c_str(), 0600), 0);
  EXPECT_FALSE(CookieSecret(folder.path() + "/fifo"));
}

}  // namespace
}  // namespace hpdl::rt
