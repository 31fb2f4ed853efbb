#include <gtest/gtest.h>

#include <algorithm>

#include "runtime/engines/workflow/testing/plain_kinds.h"
#include "runtime/store/lease.h"

/// Tests SendNotifications(), which sends the remaining notifications if no engine runs the job,
/// and does nothing else.
namespace hpdl::rt {
namespace {

using namespace testing;

std::vector<std::string> urls_asked;
bool peer_is_there = true;

class AskedNetwork final : public Network {
 public:
  Task<Result<HttpReply>> Send(HttpRequest request) override {
    if (!peer_is_there) {
      co_return Error{ErrorClass::kTransient, "NET_CONNECT", "refused"};
    }
    urls_asked.push_back(request.url);
    HttpReply reply;
    reply.status = 200;
    co_return reply;
  }
  Task<Result<MailReply>> SendMail(MailRequest) override { co_return MailReply(); }
};
const hpdl_network kAsked{.open = [](boost::asio::io_context&) -> std::unique_ptr<Network> {
                            return std::make_unique<AskedNetwork>();
                          },
                          .listen = nullptr};

class SendWithoutEngine : public EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    urls_asked.clear();
    peer_is_there = true;
    program_.program.network = &kAsked;
    options_.properties["oozie.wf.workflow.notification.url"] = "http://h/$status";
  }
  /// Returns the id of a job that waits for a person or has ended, and has notifications that could
  /// not be sent.
  std::string Leave(JobState wanted) {
    if (wanted == JobState::kSuspended) {
      seen_.failures["a"] = {{ErrorClass::kNonTransient, "X", "look at it"}};
    }
    peer_is_there = false;
    const std::string id = SubmitJob(program_.program);
    EXPECT_EQ(Go(program_.program, id), wanted);
    peer_is_there = true;
    EXPECT_EQ(Waiting(id), 2);
    return id;
  }
  std::int64_t Waiting(const std::string& id) {
    return (*state_->OpenJob(id, true))->Notifications()->waiting;
  }
  void SendRest(const std::string& id) { SendNotifications(program_.program, *state_, id); }

  WorkflowBuilder workflow_{"one"};
  ProgramBuilder program_{{OneAction(workflow_, &kPlain)}};
};

TEST_F(SendWithoutEngine, SendsWhatIsLeftOfAnEndedJobOnce) {
  const std::string id = Leave(JobState::kSucceeded);
  SendRest(id);
  EXPECT_EQ(urls_asked, (std::vector<std::string>{"http://h/RUNNING", "http://h/SUCCEEDED"}));
  EXPECT_EQ(Waiting(id), 0);
  SendRest(id);
  EXPECT_EQ(urls_asked.size(), 2U);
}

TEST_F(SendWithoutEngine, ASuspendedJobStaysSuspendedAndNothingRuns) {
  const std::string id = Leave(JobState::kSuspended);
  const std::size_t ran = seen_.nodes.size();
  SendRest(id);
  EXPECT_EQ(urls_asked, (std::vector<std::string>{"http://h/RUNNING", "http://h/SUSPENDED"}));
  EXPECT_EQ(Job(id).state, JobState::kSuspended);
  EXPECT_EQ(Node(id, "a").state, NodeState::kStartManual);
  EXPECT_EQ(seen_.nodes.size(), ran);
}

TEST_F(SendWithoutEngine, WhoRunsTheJobSendsByItself) {
  const std::string id = Leave(JobState::kSucceeded);
  {
    const auto lease = state_->TakeLease(id);
    ASSERT_TRUE(lease);
    SendRest(id);
    EXPECT_TRUE(urls_asked.empty());
  }
  EXPECT_EQ(Waiting(id), 2);
}

TEST_F(SendWithoutEngine, NothingIsLeftOrThereIsNoSuchJob) {
  const std::string id = SubmitJob(program_.program);
  SendRest(id);
  EXPECT_EQ(Job(id).state, JobState::kPrep) << "that it has nothing to send does not start it";
  EXPECT_TRUE(urls_asked.empty());
  SendRest("0000099-261121000000000-hpdl-joe-W");
  EXPECT_TRUE(urls_asked.empty());
}

TEST_F(SendWithoutEngine, APeerThatIsStillAwayLeavesTheRowsWaiting) {
  const std::string id = Leave(JobState::kSucceeded);
  peer_is_there = false;
  SendRest(id);
  EXPECT_EQ(Waiting(id), 2);
  EXPECT_EQ(Job(id).state, JobState::kSucceeded);
}

}  // namespace
}  // namespace hpdl::rt
