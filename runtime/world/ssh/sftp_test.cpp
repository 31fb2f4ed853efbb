#include "runtime/world/ssh/sftp.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "runtime/world/ssh/testing/ssh_server.h"

namespace hpdl::rt {
namespace {

using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

/// A connection to OpenSSH's server, and a folder that the server sees.
class SftpTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    unsetenv("SSH_AUTH_SOCK");
    server_ = std::make_unique<testing::Server>();
  }
  static void TearDownTestSuite() { server_.reset(); }
  SftpTest() {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }

  Result<std::unique_ptr<Sftp>> Open() const {
    SshOptions options;
    options.known_hosts = server_->Path(known_hosts_);
    options.identities = {server_->Path("client")};
    return OpenSftp(
        {testing::Shell("id -un"), "127.0.0.1", static_cast<std::uint16_t>(server_->port)},
        options);
  }
  std::string Path(const std::string& name) const { return folder_ + "/" + name; }
  std::string Content(const std::string& name) const {
    std::stringstream content;
    content << std::ifstream(Path(name)).rdbuf();
    return content.str();
  }

  static std::unique_ptr<testing::Server> server_;
  const std::string folder_ = server_->Path("files");
  std::string known_hosts_ = "known_hosts";
};
std::unique_ptr<testing::Server> SftpTest::server_;

TEST_F(SftpTest, WritesReadsAndReplaces) {
  const Result<std::unique_ptr<Sftp>> sftp = Open();
  ASSERT_TRUE(sftp.ok()) << sftp.error().message;
  const std::string text(200'000, 'x');
  ASSERT_TRUE((*sftp)->WriteNew(Path("new"), text).ok());
  EXPECT_EQ(Content("new"), text);
  EXPECT_FALSE((*sftp)->WriteNew(Path("new"), "other").ok()) << "it is there";
  EXPECT_EQ((*sftp)->Read(Path("new"), text.size()).error().message, "");
  EXPECT_THAT((*sftp)->Read(Path("new"), text.size() - 1).error().message,
              HasSubstr("has more than 199999 bytes"));
  std::ofstream(Path("a.js")) << "old";
  ASSERT_TRUE((*sftp)->Replace(Path("new"), Path("a.js")).ok());
  EXPECT_EQ(Content("a.js"), text);
  EXPECT_FALSE(std::filesystem::exists(Path("new")));
}

TEST_F(SftpTest, TellsWhatIsThere) {
  std::ofstream(Path("file")) << "abc";
  std::filesystem::create_symlink("file", Path("link"));
  std::filesystem::create_symlink("nothing", Path("dangling"));
  testing::Shell("mkfifo " + Path("pipe"));
  const Result<std::unique_ptr<Sftp>> sftp = Open();
  ASSERT_TRUE(sftp.ok()) << sftp.error().message;
  EXPECT_EQ((*sftp)->Status(Path("file"))->type, SftpStatus::Type::kFile);
  EXPECT_EQ((*sftp)->Status(Path("file"))->size, 3U);
  EXPECT_EQ((*sftp)->Status(Path("link"))->type, SftpStatus::Type::kFile);
  EXPECT_EQ((*sftp)->Status(Path("dangling"))->type, SftpStatus::Type::kAbsent);
  EXPECT_EQ((*sftp)->Status(folder_)->type, SftpStatus::Type::kFolder);
  EXPECT_EQ((*sftp)->Status(Path("pipe"))->type, SftpStatus::Type::kOther);
  EXPECT_THAT(*(*sftp)->Names(folder_), UnorderedElementsAre("file", "link", "dangling", "pipe"));
  EXPECT_EQ((*sftp)->Names(Path("nothing")).error().code, kSftpNotFound);
  EXPECT_EQ((*sftp)->Read(Path("nothing"), 10).error().code, kSftpNotFound);
}

TEST_F(SftpTest, RemovesAndMakesFolders) {
  const Result<std::unique_ptr<Sftp>> sftp = Open();
  ASSERT_TRUE(sftp.ok()) << sftp.error().message;
  EXPECT_TRUE((*sftp)->Remove(Path("nothing")).ok());
  ASSERT_TRUE((*sftp)->MakeFolder(Path("d")).ok());
  EXPECT_TRUE(std::filesystem::is_directory(Path("d")));
  const Result<void> again = (*sftp)->MakeFolder(Path("d"));
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().error_class, ErrorClass::kError);
  EXPECT_THAT(again.error().message, HasSubstr("127.0.0.1:"));
  EXPECT_THAT(again.error().message, HasSubstr(Path("d")));
  EXPECT_TRUE((*sftp)->Status(folder_).ok()) << "a refusal leaves the connection as it is";
}

TEST_F(SftpTest, AConnectionThatBreaks) {
  const Result<std::unique_ptr<Sftp>> sftp = Open();
  ASSERT_TRUE(sftp.ok()) << sftp.error().message;
  server_->BreakConnections();
  const Result<SftpStatus> status = (*sftp)->Status(folder_);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().error_class, ErrorClass::kTransient);
}

TEST_F(SftpTest, AnUnknownHost) {
  known_hosts_ = "nothing";
  const Result<std::unique_ptr<Sftp>> sftp = Open();
  ASSERT_FALSE(sftp.ok());
  EXPECT_EQ(sftp.error().code, "HOST_KEY");
}

}  // namespace
}  // namespace hpdl::rt
