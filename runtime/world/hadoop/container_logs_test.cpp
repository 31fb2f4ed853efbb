#include "runtime/world/hadoop/container_logs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "runtime/world/files/await.h"
#include "runtime/world/hadoop/testing/scripted_network.h"

namespace hpdl::rt {
namespace {

using rt::testing::Broken;
using rt::testing::Exception;
using rt::testing::Reply;
using ::testing::HasSubstr;

constexpr char kList[] = R"({"containerLogsInfo":[
    {"containerId":"container_1_1_01_000001","containerLogInfo":[
      {"fileName":"directory.info","fileSize":"9"},{"fileName":"stderr","fileSize":"0"},
      {"fileName":"stdout","fileSize":"12"},{"fileName":"../x","fileSize":"5"}]},
    {"containerId":"container_1_1_01_000002","containerLogInfo":
      {"fileName":"syslog","fileSize":"700"}}]})";
constexpr char kText[] =
    "Container: c on n\nLogAggregationType: "
    "AGGREGATED\n=====\nLogType:stdout\nLogLength:16\nLogContents:\na LogContents:\nb\n"
    "End of LogType:stdout\n******\n\n";

class ContainerLogsTest : public ::testing::Test {
 protected:
  ContainerLogsTest() {
    network_.answer = [this](const HttpRequest& request) -> Result<HttpReply> {
      for (const auto& [part, reply] : replies_) {
        if (request.url.find(part) != std::string::npos) {
          return reply;
        }
      }
      return Reply(404, Exception("NotFoundException"));
    };
  }
  RestClient ClientOf(const std::string& url) {
    auto service = std::make_shared<WebService>();
    service->name = url;
    service->urls = {url};
    return RestClient(network_, service, "joe", "", 1000);
  }
  Result<std::vector<ContainerLog>> Read() {
    ContainerLogs logs(ClientOf("http://rm"), ClientOf("http://jhs"),
                       [this](const std::string& url) { return ClientOf(url); });
    return Await(logs.Read("application_1_1", 100));
  }

  rt::testing::ScriptedNetwork network_;
  std::vector<std::pair<std::string, Result<HttpReply>>> replies_;
};

TEST_F(ContainerLogsTest, GatheredOnes) {
  replies_ = {{"http://jhs/ws/v1/history/aggregatedlogs?appid=application_1_1", Reply(200, kList)},
              {"http://jhs/ws/v1/history/containerlogs/", Reply(200, kText)}};
  const auto logs = Read();
  ASSERT_TRUE(logs.ok()) << logs.error().message;
  ASSERT_EQ(logs->size(), 2U) << "neither empty ones nor names that are paths";
  EXPECT_EQ((*logs)[0].file, "stdout");
  EXPECT_EQ((*logs)[0].text, "a LogContents:\nb");
  EXPECT_EQ((*logs)[1].container, "container_1_1_01_000002");
  EXPECT_EQ((*logs)[1].size, 700);
  EXPECT_THAT(network_.Lines().back(), HasSubstr("container_1_1_01_000002/syslog?size=-100&"));
}

TEST_F(ContainerLogsTest, ThoseOfARunningOneAreOnItsNodes) {
  replies_ = {
      {"http://jhs/", Reply(500, Exception("WebApplicationException", "no folder"))},
      {"/appattempts/appattempt_1_1_000001/containers",
       Reply(200, R"({"container":[{"containerId":"container_1_1_01_000001",
              "nodeHttpAddress":"http://n:1"},{"containerId":"container_1_1_01_000002",
              "nodeHttpAddress":"http://gone:1"}]})")},
      {"/appattempts", Reply(200, R"({"appAttempts":{"appAttempt":[{"nodeHttpAddress":"n:1",
              "containerId":"container_1_1_01_000001","appAttemptId":"appattempt_1_1_000001"}]}})")},
      {"http://gone:1/", Broken("NET_CONNECT")},
      {"http://n:1/ws/v1/node/containers/container_1_1_01_000001/logs",
       Reply(200, R"({"containerLogsInfo":{"containerId":"container_1_1_01_000001",
              "containerLogInfo":[{"fileName":"stdout","fileSize":"3"}]}})")},
      {"http://n:1/ws/v1/node/containerlogs/container_1_1_01_000001/stdout", Reply(200, kText)}};
  const auto logs = Read();
  ASSERT_TRUE(logs.ok()) << logs.error().message;
  ASSERT_EQ(logs->size(), 1U);
  EXPECT_EQ((*logs)[0].text, "a LogContents:\nb");
}

TEST_F(ContainerLogsTest, ThoseThatAreGatheredWhileANodeIsAsked) {
  int asked = 0;
  const auto answer = network_.answer;
  replies_ = {{"http://jhs/ws/v1/history/containerlogs/", Reply(200, kText)},
              {"/containers", Reply(200, R"({"container":[]})")},
              {"/appattempts", Reply(200, R"({"appAttempts":{"appAttempt":[{"nodeHttpAddress":"n:1",
              "containerId":"container_1_1_01_000001","appAttemptId":"appattempt_1_1_000001"}]}})")},
              {"http://n:1/ws/v1/node/containers/", Reply(200, kList)},
              {"http://n:1/", Reply(404, Exception("NotFoundException"))}};
  network_.answer = [&](const HttpRequest& request) -> Result<HttpReply> {
    if (request.url.find("/aggregatedlogs") != std::string::npos) {
      return ++asked == 1 ? Reply(500, Exception("WebApplicationException")) : Reply(200, kList);
    }
    return answer(request);
  };
  const auto logs = Read();
  ASSERT_TRUE(logs.ok()) << logs.error().message;
  EXPECT_EQ(logs->size(), 2U);
  EXPECT_EQ(asked, 2);
}

TEST_F(ContainerLogsTest, WhenThereAreNone) {
  replies_ = {{"http://jhs/", Reply(500, Exception("WebApplicationException"))},
              {"/appattempts", Reply(200, R"({"appAttempts":{}})")}};
  EXPECT_THAT(Read().error().message, HasSubstr("has logs of application_1_1"));
}

TEST_F(ContainerLogsTest, WhenNobodyAnswers) {
  replies_ = {{"http://jhs/", Broken("NET_CONNECT")}, {"http://rm/", Broken("NET_TIMEOUT")}};
  EXPECT_EQ(Read().error().code, "JA006");
  EXPECT_THAT(Read().error().message, HasSubstr("http://jhs"));
  replies_ = {{"http://jhs/", Reply(200, "<html>")}, {"http://rm/", Reply(200, "[]")}};
  EXPECT_EQ(Read().error().code, "E0902");
}

TEST(InsideOfLog, WhatServersWriteAroundItIsCutOff) {
  EXPECT_EQ(
      InsideOfLog("LogAggregationType: AGGREGATED\nLogContents:\nx\n\nEnd of LogType:a\n***", 9),
      "x\n");
  EXPECT_EQ(InsideOfLog("LogAggregationType: LOCAL\nLogContents:\nx\nEnd of LogType:a.This is", 9),
            "x\n");
  EXPECT_EQ(InsideOfLog("LogContents:\n", 9), "");
  EXPECT_EQ(InsideOfLog("just text", 9), "just text");
}

TEST(InsideOfLog, ANodeThatHasGatheredItSaysItTwice) {
  const std::string twice =
      "LogAggregationType: LOCAL\nLogLength:6\nLogContents:\n4\n5\nEnd of LogType:stdout\n***\n\n"
      "LogAggregationType: AGGREGATED\nLogLength:6\nLogContents:\n4\n5\n\n"
      "End of LogType:stdout\n***\n";
  EXPECT_EQ(InsideOfLog(twice, 4), "4\n5\n") << "the last 4 of 6 bytes";
  EXPECT_EQ(InsideOfLog("LogLength:4\nLogContents:\n4\n5\n\nEnd of LogType:stdout\n***\n", 100),
            "4\n5\n");
}

TEST(InsideOfLog, LengthsThatCannotBeTrue) {
  EXPECT_EQ(InsideOfLog("LogLength:900\nLogContents:\nx\nEnd of LogType:a.", 100), "x\n");
  EXPECT_EQ(InsideOfLog("LogLength:-1\nLogContents:\nx\nEnd of LogType:a.", 100), "x\n");
  EXPECT_EQ(InsideOfLog("LogLength:many\nLogContents:\nx\nEnd of LogType:a.", 100), "x\n");
  EXPECT_EQ(InsideOfLog("LogLength:", 100), "LogLength:");
}

}  // namespace
}  // namespace hpdl::rt
