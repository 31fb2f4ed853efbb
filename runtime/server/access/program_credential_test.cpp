#include "runtime/server/access/program_credential.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

constexpr const char* kProgramsJob = "0000001-261121000000000-hpdl-ann-W";

std::optional<ClaimedProgram> Sent(const std::string& credential) {
  return ReadProgramCredential("Bearer " + credential);
}

TEST(ProgramCredentialTest, SaysWhoseProgramItIs) {
  const std::string key = ProgramKey("0123456789abcdef", "ann");
  const std::optional<ClaimedProgram> claimed = Sent(ProgramCredential(key, kProgramsJob, "ann"));
  ASSERT_TRUE(claimed);
  EXPECT_EQ(claimed->job, kProgramsJob);
  EXPECT_EQ(claimed->user, "ann");
  EXPECT_TRUE(claimed->IsSignedWith(key));
}

TEST(ProgramCredentialTest, IsOfOneSecretOneOwnerOneJobAndOneUser) {
  const std::string key = ProgramKey("0123456789abcdef", "ann");
  const std::string good = ProgramCredential(key, kProgramsJob, "ann");
  EXPECT_FALSE(Sent(good)->IsSignedWith(ProgramKey("0123456789abcdeg", "ann")));
  EXPECT_FALSE(Sent(good)->IsSignedWith(ProgramKey("0123456789abcdef", "bob")));
  EXPECT_FALSE(Sent(good)->IsSignedWith(ProgramKey("0123456789abcdef", "")));
  EXPECT_FALSE(Sent("0000002" + good.substr(7))->IsSignedWith(key));
  const std::size_t user = good.find('~') + 1;
  EXPECT_FALSE(Sent(good.substr(0, user) + "bob" + good.substr(user + 3))->IsSignedWith(key));
  EXPECT_FALSE(Sent(good.substr(0, good.size() - 1))->IsSignedWith(key));
  EXPECT_FALSE(Sent(good + "0")->IsSignedWith(key));
  EXPECT_FALSE(Sent(good.substr(0, good.rfind('~') + 1))->IsSignedWith(key));
}

TEST(ProgramCredentialTest, OtherTextsAreNone) {
  for (const char* text :
       {"", "Bearer", "Bearer ", "Bearer x", "Bearer a~b", "Bearer ~~", "Bearer ~ann~x",
        "Bearer a~~x", "Bearer a/b~ann~x", "Bearer a b~ann~x", "Bearer a~b~c~d", "Basic a~b~c"}) {
    EXPECT_FALSE(ReadProgramCredential(text)) << text;
  }
}

TEST(ProgramCredentialTest, AnIdHasTheSignsAndTheLengthOfIds) {
  const std::string longest(255, 'a');
  EXPECT_EQ(Sent(longest + "~ann~x")->job, longest);
  EXPECT_FALSE(Sent(longest + "b~ann~x"));
  for (const char* id : {"azAZ09-_.", "a", "-"}) {
    EXPECT_EQ(Sent(std::string(id) + "~ann~x")->job, id);
  }
  for (const char* id : {"a@b", "a:b", "[", "{", "`", "a+b", "\xc3\xa4"}) {
    EXPECT_FALSE(Sent(std::string(id) + "~ann~x")) << id;
  }
}

TEST(ProgramCredentialTest, ItsPartsAreReadAsTheyStand) {
  EXPECT_EQ(ProgramCredential("k", "j-1", "ann").substr(0, 8), "j-1~ann~");
  const std::optional<ClaimedProgram> claimed = Sent("j~ann~sig");
  ASSERT_TRUE(claimed);
  EXPECT_EQ(claimed->signature, "sig");
}

}  // namespace
}  // namespace hpdl::rt
