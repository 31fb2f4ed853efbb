#include "runtime/world/hadoop/replies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

using ::testing::HasSubstr;

TEST(Replies, AFileStatus) {
  const auto status = ReadFileStatus(
      R"({"FileStatus":{"blockSize":134217728,"length":5,"type":"FILE","pathSuffix":""}})");
  ASSERT_TRUE(status.ok());
  EXPECT_EQ(status->type, FileType::kFile);
  EXPECT_EQ(status->size, 5);
  EXPECT_EQ(status->block_size, 134217728);
}

TEST(Replies, BlocksOfAFile) {
  const auto blocks = ReadBlocks(
      R"({"BlockLocations":{"BlockLocation":[
         {"topologyPaths":["/r/a:1"],"names":["a:1"],"offset":0,"hosts":["a","b"],"length":8},
         {"offset":8,"hosts":[],"length":3}]}})");
  ASSERT_TRUE(blocks.ok());
  ASSERT_EQ(blocks->size(), 2U);
  EXPECT_THAT((*blocks)[0].hosts, ::testing::ElementsAre("a", "b"));
  EXPECT_EQ((*blocks)[1].offset, 8);
  EXPECT_EQ((*blocks)[1].length, 3);
  EXPECT_TRUE(ReadBlocks(R"({"BlockLocations":{"BlockLocation":[]}})")->empty());
}

TEST(Replies, WhatIsNoListOfBlocks) {
  for (const char* text :
       {"", "[]", R"({"BlockLocations":{}})", R"({"BlockLocations":{"BlockLocation":3}})",
        R"({"BlockLocations":{"BlockLocation":[{"offset":0,"length":1}]}})",
        R"({"BlockLocations":{"BlockLocation":[{"offset":-1,"length":1,"hosts":[]}]}})",
        R"({"BlockLocations":{"BlockLocation":[7]}})"}) {
    EXPECT_EQ(ReadBlocks(text).error().code, "E0902") << text;
  }
}

TEST(Replies, APartOfADirectory) {
  const auto page = ReadListing(
      R"({"DirectoryListing":{"partialListing":{"FileStatuses":{"FileStatus":[
         {"pathSuffix":"a b","type":"DIRECTORY","length":0},{"pathSuffix":"ü","type":"FILE","length":7}
         ]}},"remainingEntries":3}})");
  ASSERT_TRUE(page.ok());
  ASSERT_EQ(page->entries.size(), 2U);
  EXPECT_EQ(page->entries[1].name, "ü");
  EXPECT_EQ(page->entries[0].status.type, FileType::kDirectory);
  EXPECT_TRUE(page->more);
}

TEST(Replies, AnOldListingIsWhole) {
  const auto page =
      ReadListing(R"({"FileStatuses":{"FileStatus":[{"pathSuffix":"","type":"FILE"}]}})");
  ASSERT_TRUE(page.ok());
  EXPECT_FALSE(page->more);
}

TEST(Replies, APartWithoutEntriesIsTheLast) {
  const auto page = ReadListing(
      R"({"DirectoryListing":{"partialListing":{"FileStatuses":{"FileStatus":[]}},"remainingEntries":3}})");
  ASSERT_TRUE(page.ok());
  EXPECT_FALSE(page->more) << "or it would be asked for for ever";
}

TEST(Replies, WhatIsNoWebHdfsIsSaidSo) {
  for (const char* text :
       {"", "<html>", "[]", "null", "{}", R"({"FileStatus":[]})", R"({"FileStatus":{"type":7}})",
        R"({"FileStatus":{"type":"FILE")", R"({"boolean":"true"})", "\xff\xfe", "{\"a\":1}}"}) {
    EXPECT_EQ(ReadFileStatus(text).error().code, "E0902") << text;
    EXPECT_EQ(ReadListing(text).error().code, "E0902") << text;
    EXPECT_EQ(ReadBoolean(text).error().code, "E0902") << text;
  }
  const auto climbing =
      ReadListing(R"({"FileStatuses":{"FileStatus":[{"pathSuffix":"../x","type":"FILE"}]}})");
  EXPECT_FALSE(climbing.ok()) << "a name is no path";
}

std::string ExceptionReply(const std::string& name,
                           const std::string& message = R"(why\n\tat line 2)") {
  return R"({"RemoteException":{"exception":")" + name + R"(","message":")" + message + R"("}})";
}

TEST(Replies, ExceptionsHaveClasses) {
  const auto of = [](const std::string& name) {
    return ErrorOfReply(403, ExceptionReply(name), "h");
  };
  EXPECT_EQ(of("StandbyException").error_class, ErrorClass::kTransient);
  EXPECT_EQ(of("SafeModeException").code, "JA005");
  EXPECT_EQ(of("SafeModeException").error_class, ErrorClass::kTransient);
  EXPECT_EQ(of("RetriableException").error_class, ErrorClass::kTransient);
  EXPECT_EQ(of("EOFException").error_class, ErrorClass::kTransient);
  EXPECT_EQ(of("SocketException").error_class, ErrorClass::kTransient);
  EXPECT_EQ(of("IOException").error_class, ErrorClass::kError);
  EXPECT_EQ(of("FileNotFoundException").code, kNotFound);
  EXPECT_EQ(of("FileAlreadyExistsException").code, kExists);
  EXPECT_EQ(of("AccessControlException").error_class, ErrorClass::kError);
  EXPECT_EQ(of("AccessControlException").message, "AccessControlException: why");
  EXPECT_EQ(of("AuthorizationException").error_class, ErrorClass::kError);
}

TEST(Replies, AClusterWithoutDataNodesIsToBeWaitedFor) {
  // The messages are from Hadoop 3.3. A name node sends the first message if no data node has
  // registered since its start. It sends the second message if its data nodes have not reported
  // their free space. A data node that lost the name node sends the third message.
  for (const char* message :
       {"Failed to find datanode, suggest to check cluster health. excludeDatanodes=null",
        "File /a could only be written to 0 of the 1 minReplication nodes. There are 0 datanode(s) "
        "running and 0 node(s) are excluded in this operation.",
        "Failed on local exception: java.io.IOException: Connection reset by peer"}) {
    const Error error = ErrorOfReply(403, ExceptionReply("IOException", message), "h");
    EXPECT_EQ(error.error_class, ErrorClass::kTransient) << message;
    EXPECT_EQ(error.code, "JA009") << message;
  }
}

TEST(Replies, StatusesWithoutException) {
  EXPECT_EQ(ErrorOfReply(503, "busy", "h").error_class, ErrorClass::kTransient);
  for (const int status : {408, 425, 429, 500, 502, 503, 504}) {
    EXPECT_EQ(ErrorOfReply(status, "", "h").error_class, ErrorClass::kTransient) << status;
    // A data node answers with a RuntimeException if it did not expect the request.
    const Error named = ErrorOfReply(status, ExceptionReply("RuntimeException"), "h");
    EXPECT_EQ(named.error_class, ErrorClass::kTransient) << status;
    EXPECT_EQ(named.code, "JA009") << status;
  }
  EXPECT_EQ(ErrorOfReply(400, "", "h").code, "E0902");
  EXPECT_EQ(ErrorOfReply(401, "", "h").code, "JA002");
  EXPECT_EQ(ErrorOfReply(404, "<html>", "h").error_class, ErrorClass::kNonTransient);
  EXPECT_THAT(ErrorOfReply(404, "<html>", "http://h").message, HasSubstr("not a WebHDFS"));
}

}  // namespace
}  // namespace hpdl::rt
