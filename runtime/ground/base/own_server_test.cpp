#include "runtime/ground/base/own_server.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace hpdl::rt {
namespace {

int OwnServerFile(const std::string& text) {
  const int fd = memfd_create("credential", 0);
  EXPECT_EQ(write(fd, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  setenv(kCredentialVariable, std::to_string(fd).c_str(), 1);
  return fd;
}

TEST(OwnServerTest, IsReadOnceAndGone) {
  setenv(kServerVariable, "http://h:1/oozie", 1);
  const int fd = OwnServerFile("word\nsha256//abc=\n");
  RememberOwnServer();
  EXPECT_EQ(TheOwnServer().url, "http://h:1/oozie");
  EXPECT_EQ(TheOwnServer().credential, "word");
  EXPECT_EQ(TheOwnServer().key_pin, "sha256//abc=");
  EXPECT_EQ(fcntl(fd, F_GETFD), -1);
  EXPECT_EQ(std::getenv(kCredentialVariable), nullptr);
  unsetenv(kServerVariable);
}

TEST(OwnServerTest, StandardDescriptorsAndNonsenseAreLeftAlone) {
  for (const char* number : {"0", "1", "2", "-1", "x", "", "99999999999"}) {
    setenv(kCredentialVariable, number, 1);
    RememberOwnServer();
    EXPECT_EQ(std::getenv(kCredentialVariable), nullptr);
  }
  EXPECT_NE(fcntl(STDOUT_FILENO, F_GETFD), -1);
}

}  // namespace
}  // namespace hpdl::rt
