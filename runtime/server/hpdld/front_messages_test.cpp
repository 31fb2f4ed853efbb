#include "runtime/server/hpdld/front_messages.h"

#include <gtest/gtest.h>

#include "runtime/ground/base/frames.h"

namespace hpdl::rt {
namespace {

template <class Message>
std::string FrameOf(const Message& message) {
  std::string frame;
  Append(message, &frame);
  return frame;
}

/// Sends a message through its frame, and returns the frame of the message that was read. Checks
/// that no part of the frame can be read.
template <class Message>
std::string Sent(const Message& message) {
  const std::string frame = FrameOf(message);
  EXPECT_EQ(FrameSize(frame), frame.size());
  for (std::size_t cut = kFrameHeader + 1; cut < frame.size(); ++cut) {
    Message part;
    EXPECT_FALSE(Read(std::string_view(frame).substr(0, cut), &part)) << cut;
  }
  Message read;
  return Read(frame, &read) ? FrameOf(read) : "";
}

TEST(FrontMessages, ToTheFront) {
  FrontBegin begin;
  begin.uid = 7;
  begin.gid = 8;
  begin.url = "https://gateway";
  begin.hosts = "a,b";
  begin.tls = true;
  begin.limits.http.connections = 17;
  begin.limits.user_requests = 3;
  EXPECT_EQ(Sent(begin), FrameOf(begin));
  const FrontTls tls{{{"cert.pem", "key.pem"}, "certificates", "key"}};
  EXPECT_EQ(Sent(tls), FrameOf(tls));
  FrontLoginAnswer login{5, {LoginVerdict::Outcome::kTooMany, "cookie", 9, "pass"}};
  EXPECT_EQ(Sent(login), FrameOf(login));
  login.verdict.outcome = static_cast<LoginVerdict::Outcome>(3);
  FrontLoginAnswer read;
  EXPECT_FALSE(Read(FrameOf(login), &read)) << "no such outcome";
  const FrontOpened opened{5, "E0501", "no account", true, true, "ann", {6, "pass", {1, 2}}};
  EXPECT_EQ(Sent(opened), FrameOf(opened));
  const FrontRunningAnswer running{5, {"ann", "bob"}};
  EXPECT_EQ(Sent(running), FrameOf(running));
  EXPECT_EQ(Sent(FrontTold{5, true}), FrameOf(FrontTold{5, true}));
  FrontPing ping;
  EXPECT_TRUE(Read(FrameOf(ping), &ping));
  EXPECT_EQ(Sent(StoreBegin{7, 8}), FrameOf(StoreBegin{7, 8}));
  FrontAccessLog log;
  EXPECT_FALSE(Read(FrameOf(begin), &log)) << "another message";
  EXPECT_TRUE(Read(FrameOf(log), &log));
}

/// Checks that a damaged message to the supervisor is refused: one of another size, of another
/// type, or with a text that is longer than its place.
template <class Message, std::size_t Most>
void IsRefusedIfDamaged(Message message, FixedText<Most> Message::* text) {
  Message read;
  EXPECT_TRUE(ReadFixed(FixedMessage(message), &read));
  EXPECT_FALSE(ReadFixed(FixedMessage(message) + "x", &read));
  EXPECT_FALSE(ReadFixed(FixedMessage(message).substr(1), &read));
  (message.*text).size = Most + 1;
  EXPECT_FALSE(ReadFixed(FixedMessage(message), &read));
}

TEST(FrontMessages, ToTheSupervisor) {
  IsRefusedIfDamaged(FrontReady(), &FrontReady::url);
  IsRefusedIfDamaged(FrontReady(), &FrontReady::error);
  IsRefusedIfDamaged(StoreReady(), &StoreReady::error);
  IsRefusedIfDamaged(FrontDone(), &FrontDone::user);
  IsRefusedIfDamaged(FrontLogin(), &FrontLogin::user);
  IsRefusedIfDamaged(FrontLogin(), &FrontLogin::proof);
  IsRefusedIfDamaged(FrontLogin(), &FrontLogin::job);
  IsRefusedIfDamaged(FrontLogin(), &FrontLogin::peer);
  IsRefusedIfDamaged(FrontOpen(), &FrontOpen::caller);
  IsRefusedIfDamaged(FrontOpen(), &FrontOpen::program);
  IsRefusedIfDamaged(FrontOpen(), &FrontOpen::pass);
  IsRefusedIfDamaged(FrontOpen(), &FrontOpen::user);
  IsRefusedIfDamaged(FrontOpen(), &FrontOpen::peer);
  IsRefusedIfDamaged(FrontTell(), &FrontTell::caller);
  IsRefusedIfDamaged(FrontTell(), &FrontTell::pass);
  FrontLogin login;
  login.way = 3;
  EXPECT_FALSE(ReadFixed(FixedMessage(login), &login));
  FrontOpen open;
  open.choice = 4;
  EXPECT_FALSE(ReadFixed(FixedMessage(open), &open));
  FrontTell tell;
  tell.change = 5;
  EXPECT_FALSE(ReadFixed(FixedMessage(tell), &tell));
}

TEST(FrontMessages, AClaimOfALogin) {
  const LoginClaim claim{LoginClaim::Way::kCookie, "ann", "signature", 12, "0-W", "10.0.0.1"};
  const std::optional<FrontLogin> message = FrontLoginOf(7, claim);
  ASSERT_TRUE(message);
  EXPECT_EQ(message->number, 7U);
  const LoginClaim read = ClaimOf(*message);
  EXPECT_EQ(read.way, claim.way);
  EXPECT_EQ(read.user + read.proof + read.job + read.peer, "annsignature0-W10.0.0.1");
  EXPECT_EQ(read.until_ms, 12);
  EXPECT_FALSE(FrontLoginOf(7, {LoginClaim::Way::kPassword, "ann", std::string(1025, 'x')}));
  EXPECT_FALSE(FrontLoginOf(7, {LoginClaim::Way::kPassword, std::string(129, 'x'), "x"}));
}

}  // namespace
}  // namespace hpdl::rt
