#include "runtime/world/ssh/sftp_packets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::rt::sftp {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::Pair;

/// Returns the bytes of a packet without its length field.
std::string Body(const Packet& packet) {
  return packet.Take().substr(4);
}

TEST(SftpPacket, HasItsLengthBeforeIt) {
  EXPECT_EQ(Packet(Type::kInit, kVersion).Take(), "\0\0\0\5\1\0\0\0\3"s);
  EXPECT_EQ(Packet(Type::kOpen, 7).Text("/a").Number(kToRead).NoAttributes().Take(),
            "\0\0\0\x13\3\0\0\0\7\0\0\0\2/a\0\0\0\1\0\0\0\0"s);
  EXPECT_EQ(Packet(Type::kRead, 1).Offset(0x100000002).Take(),
            "\0\0\0\x0D\5\0\0\0\1\0\0\0\1\0\0\0\2"s);
}

TEST(SftpReply, OfEachType) {
  const auto version = ReadReply(Body(
      Packet(Type::kVersion, 3).Text("posix-rename@openssh.com").Text("1").Text("x").Text("")));
  ASSERT_TRUE(version.has_value());
  EXPECT_EQ(version->id, 3U);
  EXPECT_THAT(version->extensions,
              ElementsAre(Pair("posix-rename@openssh.com", "1"), Pair("x", "")));

  const auto status =
      ReadReply(Body(Packet(Type::kStatus, 9).Number(4).Text("Failure").Text("en")));
  ASSERT_TRUE(status.has_value());
  EXPECT_EQ(status->id, 9U);
  EXPECT_EQ(StatusText(*status), "the server says: Failure");

  const auto names = ReadReply(Body(Packet(Type::kNames, 1)
                                        .Number(2)
                                        .Text("a.js")
                                        .Text("-rw-r--r-- a.js")
                                        .NoAttributes()
                                        .Text("b")
                                        .Text("")
                                        .Number(0x80000004)
                                        .Number(0100644)
                                        .Number(1)
                                        .Text("more")
                                        .Text("value")));
  ASSERT_TRUE(names.has_value());
  EXPECT_THAT(names->names, ElementsAre("a.js", "b"));

  const auto attributes = ReadReply(Body(Packet(Type::kAttributes, 1)
                                             .Number(0x0F)
                                             .Offset(5)
                                             .Number(1000)
                                             .Number(1000)
                                             .Number(0040755)
                                             .Number(1)
                                             .Number(2)));
  ASSERT_TRUE(attributes.has_value());
  EXPECT_EQ(attributes->attributes.size, 5U);
  EXPECT_EQ(attributes->attributes.mode, 0040755U);
}

TEST(SftpReply, ThatEndsTooEarlyIsNone) {
  EXPECT_EQ(ReadReply(""), std::nullopt);
  EXPECT_EQ(ReadReply("\x67\0\0\0\1\0\0\0\5abcd"s), std::nullopt);
  EXPECT_EQ(ReadReply(Body(Packet(Type::kNames, 1).Number(0xFFFFFFFF))), std::nullopt);
  EXPECT_EQ(ReadReply(Body(Packet(Type::kOpen, 1).Text("/a"))), std::nullopt);
}

TEST(SftpReply, StatusWithoutWords) {
  const auto reply = ReadReply(Body(Packet(Type::kStatus, 1).Number(kNoSuchFile)));
  ASSERT_TRUE(reply.has_value());
  EXPECT_EQ(StatusText(*reply), "no such file or folder");
}

}  // namespace
}  // namespace hpdl::rt::sftp
