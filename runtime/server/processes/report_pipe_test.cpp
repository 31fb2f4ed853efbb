#include "runtime/server/processes/report_pipe.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <vector>

#include "runtime/server/processes/message_socket.h"

namespace hpdl::rt {
namespace {

/// Reports "a" with 3 bytes and "b" with 4000 bytes.
class ReportPipeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    signal(SIGPIPE, SIG_IGN);
    Result<std::pair<Descriptor, Descriptor>> pipe = Pipe();
    ASSERT_TRUE(pipe);
    writer_ = std::move(pipe->second);
    reader_.emplace(loop_, std::move(pipe->first),
                    ReportReader::Handlers{[](char type) {
                                             return type == 'a' ? 3U : type == 'b' ? 4000U : 0U;
                                           },
                                           [this](std::string_view report) {
                                             taken_.emplace_back(report);
                                             return report != "a!!";
                                           },
                                           [this] { ended_ = true; }});
  }
  void Await(std::size_t count) {
    while (taken_.size() < count && !ended_) {
      loop_.run_one();
    }
  }
  void AwaitEnd() { Await(static_cast<std::size_t>(-1)); }

  boost::asio::io_context loop_{1};
  Descriptor writer_;
  std::optional<ReportReader> reader_;
  std::vector<std::string> taken_;
  bool ended_ = false;
};

TEST_F(ReportPipeTest, ReportsComeWholeAndInOrder) {
  const std::string large(4000, 'b');
  SendReport(writer_.get(), "a12" + large + "a3");
  Await(2);
  SendReport(writer_.get(), "4");
  Await(3);
  EXPECT_EQ(taken_, (std::vector<std::string>{"a12", large, "a34"}));
  writer_ = Descriptor();
  AwaitEnd();
}

TEST_F(ReportPipeTest, AnUnknownReportEndsIt) {
  SendReport(writer_.get(), "a12xa34");
  AwaitEnd();
  EXPECT_EQ(taken_, (std::vector<std::string>{"a12", "x"}));
  SendReport(writer_.get(), "a56");  // has no effect
}

TEST_F(ReportPipeTest, WhatTheHandlerRefusesEndsIt) {
  SendReport(writer_.get(), "a!!a34");
  AwaitEnd();
  EXPECT_EQ(taken_, std::vector<std::string>{"a!!"});
}

}  // namespace
}  // namespace hpdl::rt
