#include "runtime/server/work/work_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;

class WorkLineTest : public ::testing::Test {
 protected:
  void Make(std::size_t most, std::size_t most_of_user = 0) {
    line_ = std::make_shared<WorkLine>(loop_, WorkKind::kProgram, most, most_of_user);
  }
  WorkLine::Ticket Add(const std::string& user, const std::string& subject, bool now = false) {
    return line_->Add({user, "start", subject}, [this, subject] { begun_ += subject + " "; }, now);
  }
  std::vector<std::string> Waiting(const std::string* user = nullptr) const {
    std::vector<std::string> subjects;
    for (const WorkItem& item : line_->Now(100, user).waiting_items) {
      subjects.push_back(item.subject);
    }
    return subjects;
  }
  void Turn() {
    loop_.restart();
    loop_.poll();
  }

  boost::asio::io_context loop_{1};
  std::shared_ptr<WorkLine> line_;
  std::string begun_;
};

TEST_F(WorkLineTest, UsersTakeTurns) {
  Make(1);
  std::vector<WorkLine::Ticket> tickets;
  for (const char* subject : {"a1", "a2", "a3", "b1"}) {
    tickets.push_back(Add({subject[0]}, subject));
  }
  EXPECT_THAT(Waiting(), ElementsAre("a2", "a3", "b1"));
  const std::string bob = "b";
  EXPECT_THAT(Waiting(&bob), ElementsAre("b1"));
  EXPECT_EQ(line_->Now(1).waiting_items.size(), 1U);
  EXPECT_EQ(line_->Now(0).waiting, 3U);
  for (const std::size_t next : {0, 1, 3, 2}) {
    line_->Leave(tickets[next]);
  }
  EXPECT_EQ(begun_, "a1 a2 b1 a3 ");
  EXPECT_EQ(line_->running() + line_->waiting(), 0U);
}

TEST_F(WorkLineTest, AUserHasOnlySoManyPlaces) {
  Make(3, 1);
  const WorkLine::Ticket first = Add("a", "a1");
  Add("a", "a2");
  Add("b", "b1");
  EXPECT_EQ(begun_, "a1 b1 ");
  line_->Leave(first);
  EXPECT_EQ(begun_, "a1 b1 a2 ");
}

TEST_F(WorkLineTest, WhoLeavesTheLineIsNotCalled) {
  Make(1);
  const WorkLine::Ticket first = Add("a", "a1");
  const WorkLine::Ticket second = Add("b", "b1");
  Add("c", "c1");
  line_->Leave(second);
  line_->Leave(second);
  line_->Leave(first);
  EXPECT_EQ(begun_, "a1 c1 ");
}

TEST_F(WorkLineTest, NowIsOneMoreAndHeldIsNone) {
  Make(1);
  line_->Hold(true);
  Add("a", "a1");
  Add("a", "a2", true);
  EXPECT_EQ(begun_, "a2 ");
  line_->Hold(false);
  EXPECT_EQ(begun_, "a2 ");  // the item a2 has the only place
  EXPECT_EQ(line_->running(), 1U);
}

TEST_F(WorkLineTest, ATaskHasItsPlaceAsLongAsItIsThere) {
  Make(1);
  const WorkLine::Ticket first = Add("a", "a1");
  bool entered = false;
  boost::asio::cancellation_signal cancel;
  const auto wait = [&]() -> Task<void> {
    WorkItem item{"a", "compile", "x"};
    const WorkLine::Place place = co_await WorkLine::Enter(line_, std::move(item));
    entered = true;
  };
  boost::asio::co_spawn(
      loop_, wait,
      boost::asio::bind_cancellation_slot(cancel.slot(), [](const std::exception_ptr&) {}));
  boost::asio::co_spawn(loop_, wait, boost::asio::detached);
  Turn();
  EXPECT_EQ(line_->waiting(), 2U);
  cancel.emit(boost::asio::cancellation_type::terminal);
  Turn();
  EXPECT_EQ(line_->waiting(), 1U);
  EXPECT_FALSE(entered);
  line_->Leave(first);
  Turn();
  EXPECT_TRUE(entered);
  EXPECT_EQ(line_->running() + line_->waiting(), 0U);
}

TEST_F(WorkLineTest, PlacesOfSomebodyElseAreAskedForAndGivenBack) {
  Make(5);
  std::string asked;
  line_->TakePlacesFrom([&asked](WorkKind, std::size_t wanted, std::size_t back) {
    asked += std::to_string(wanted) + "-" + std::to_string(back) + " ";
  });
  const WorkLine::Ticket first = Add("a", "a1");
  const WorkLine::Ticket second = Add("a", "a2");
  Turn();
  EXPECT_EQ(std::exchange(asked, ""), "2-0 ");
  EXPECT_EQ(begun_, "");
  line_->Grant(1);
  Turn();
  EXPECT_EQ(std::exchange(asked, ""), "1-0 ");
  EXPECT_EQ(begun_, "a1 ");
  line_->Leave(second);
  line_->Grant(1);  // the place comes after the item has left the line
  Turn();
  EXPECT_EQ(std::exchange(asked, ""), "0-1 ");
  Add("a", "a3", true);
  Turn();
  EXPECT_EQ(std::exchange(asked, ""), "1-0 ");  // a3 runs without a place: the line wants a place
  line_->Grant(1);
  line_->Leave(first);
  Turn();
  EXPECT_EQ(std::exchange(asked, ""), "0-1 ");
  line_->Hold(true);
  Add("a", "a4");
  Turn();
  EXPECT_EQ(std::exchange(asked, ""), "");
  line_->SetOfAll(7, 8);
  EXPECT_EQ(line_->Now(0).running_of_all, 7U);
  EXPECT_EQ(line_->Now(0).waiting_of_all, 8U);
}

TEST_F(WorkLineTest, APlaceOfSomebodyElseIsForOnePieceOfWork) {
  Make(5);
  std::string asked;
  line_->TakePlacesFrom([&asked](WorkKind, std::size_t wanted, std::size_t back) {
    asked += std::to_string(wanted) + "-" + std::to_string(back) + " ";
  });
  const WorkLine::Ticket first = Add("a", "a1");
  Add("a", "a2");
  line_->Grant(1);
  Turn();
  EXPECT_EQ(std::exchange(asked, ""), "1-0 ");
  line_->Leave(first);
  Turn();
  EXPECT_EQ(std::exchange(asked, ""), "1-1 ");
  EXPECT_EQ(begun_, "a1 ");
  line_->Grant(1);
  EXPECT_EQ(begun_, "a1 a2 ");
}

}  // namespace
}  // namespace hpdl::rt
