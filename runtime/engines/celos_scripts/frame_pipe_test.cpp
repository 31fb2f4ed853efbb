#include "runtime/engines/celos_scripts/frame_pipe.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <thread>

#include "runtime/ground/base/frames.h"

namespace hpdl::rt::celos {
namespace {

std::string FrameOf(const std::string& text) {
  std::string bytes;
  {
    FrameWriter frame('x', &bytes);
    frame.String(text);
  }
  return bytes;
}

class FramePipeTest : public ::testing::Test {
 protected:
  FramePipeTest() {
    int pair[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
    pipe_ = FramePipe(Descriptor(pair[0]));
    other_ = Descriptor(pair[1]);
  }
  void Write(const std::string& bytes) {
    EXPECT_EQ(write(other_.get(), bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }

  FramePipe pipe_{Descriptor()};
  Descriptor other_;
};

TEST_F(FramePipeTest, FramesOfAnySize) {
  const std::string large = FrameOf(std::string(5 << 20, 'a'));
  std::thread writer([&] { FramePipe(std::move(other_)).Send(large); });
  EXPECT_EQ(pipe_.Receive(), large);
  writer.join();
  EXPECT_EQ(pipe_.Receive(), std::nullopt) << "the other side has ended";
  EXPECT_FALSE(pipe_.late());
}

TEST_F(FramePipeTest, FramesInPieces) {
  const std::string two = FrameOf("one") + FrameOf("two");
  Write(two.substr(0, 3));
  Write(two.substr(3, 12));
  Write(two.substr(15));
  EXPECT_EQ(pipe_.Receive(), FrameOf("one"));
  EXPECT_EQ(pipe_.Receive(), FrameOf("two"));
}

TEST_F(FramePipeTest, WaitsNoLongerThanItMay) {
  EXPECT_EQ(pipe_.Receive(std::chrono::steady_clock::now()), std::nullopt);
  EXPECT_TRUE(pipe_.late());
  EXPECT_FALSE(pipe_.Send(FrameOf(std::string(5 << 20, 'a')), std::chrono::steady_clock::now()));
  EXPECT_TRUE(pipe_.late());
}

TEST_F(FramePipeTest, FramesThatMakeNoSense) {
  for (const std::uint32_t size : {std::uint32_t{0}, std::uint32_t{4}, std::uint32_t{1} << 31}) {
    std::string bytes(8, '\0');
    std::memcpy(bytes.data(), &size, kFrameHeader);
    int pair[2];
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
    FramePipe pipe((Descriptor(pair[0])));
    const Descriptor other(pair[1]);
    ASSERT_EQ(write(other.get(), bytes.data(), bytes.size()), 8);
    EXPECT_EQ(pipe.Receive(), std::nullopt);
  }
}

}  // namespace
}  // namespace hpdl::rt::celos
