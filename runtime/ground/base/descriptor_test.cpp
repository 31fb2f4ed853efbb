#include "runtime/ground/base/descriptor.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <optional>

namespace hpdl::rt {
namespace {

bool IsOpen(int fd) {
  return fcntl(fd, F_GETFD) >= 0;
}

int OpenNull() {
  return open("/dev/null", O_RDWR | O_CLOEXEC);
}

TEST(Descriptor, ClosesAtItsEnd) {
  std::optional<Descriptor> file(OpenNull());
  const int fd = file->get();
  ASSERT_TRUE(IsOpen(fd));
  file.reset();
  EXPECT_FALSE(IsOpen(fd));
}

TEST(Descriptor, LeavesErrno) {
  errno = ENOENT;
  {
    const Descriptor none;
    const Descriptor wrong(1 << 28);  // close() fails for this number
  }
  EXPECT_EQ(errno, ENOENT);
}

TEST(Descriptor, HasOneOwner) {
  Descriptor first(OpenNull());
  const int fd = first.get();
  Descriptor second(std::move(first));
  EXPECT_EQ(second.get(), fd);
  {
    Descriptor third(OpenNull());
    third = std::move(second);
    EXPECT_EQ(third.get(), fd);
    EXPECT_EQ(third.Release(), fd);
  }
  ASSERT_TRUE(IsOpen(fd));
  close(fd);
}

}  // namespace
}  // namespace hpdl::rt
