#include "runtime/ground/base/admission_queue.h"

#include <gtest/gtest.h>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <list>
#include <vector>

namespace hpdl::rt {
namespace {

namespace asio = boost::asio;

class AdmissionQueueTest : public ::testing::Test {
 protected:
  /// Starts a task that takes a place, adds `name` to `entered_` and leaves the place in `places_`.
  void Enter(int name, asio::cancellation_signal* cancel = nullptr) {
    auto task = [this, name]() -> Task<void> {
      auto place = co_await AdmissionQueue::Enter(queue_);
      entered_.push_back(name);
      places_.push_back(std::move(place));
    };
    if (cancel == nullptr) {
      asio::co_spawn(loop_, task, asio::detached);
    } else {
      asio::co_spawn(loop_, task, asio::bind_cancellation_slot(cancel->slot(), asio::detached));
    }
    Run();
  }
  void Run() {
    loop_.restart();
    loop_.poll();
  }
  void LeaveFirst() {
    places_.pop_front();
    Run();
  }

  asio::io_context loop_;
  std::shared_ptr<AdmissionQueue> queue_ = std::make_shared<AdmissionQueue>(loop_, 2);
  std::vector<int> entered_;
  std::list<AdmissionQueue::Place> places_;
};

TEST_F(AdmissionQueueTest, PlacesAreTakenInOrder) {
  for (int name = 1; name <= 5; ++name) {
    Enter(name);
  }
  EXPECT_EQ(entered_, (std::vector<int>{1, 2}));
  EXPECT_EQ(queue_->waiting(), 3U);
  LeaveFirst();
  EXPECT_EQ(entered_, (std::vector<int>{1, 2, 3}));
  places_.clear();
  Run();
  EXPECT_EQ(entered_, (std::vector<int>{1, 2, 3, 4, 5}));
  places_.clear();
  Enter(6);
  Enter(7);
  EXPECT_EQ(queue_->waiting(), 0U) << "both places are free again";
}

TEST_F(AdmissionQueueTest, OneThatIsCancelledLeavesTheQueue) {
  asio::cancellation_signal cancel;
  Enter(1);
  Enter(2);
  Enter(3, &cancel);
  Enter(4);
  cancel.emit(asio::cancellation_type::terminal);
  Run();
  EXPECT_EQ(queue_->waiting(), 1U);
  LeaveFirst();
  EXPECT_EQ(entered_, (std::vector<int>{1, 2, 4}));
}

TEST_F(AdmissionQueueTest, OneThatIsCancelledAsItsTurnComesGivesThePlaceOn) {
  asio::cancellation_signal cancel;
  Enter(1);
  Enter(2);
  Enter(3, &cancel);
  Enter(4);
  places_.pop_front();
  cancel.emit(asio::cancellation_type::terminal);
  Run();
  places_.clear();
  Run();
  EXPECT_EQ(entered_.back(), 4);
  places_.clear();
  Enter(5);
  Enter(6);
  EXPECT_EQ(queue_->waiting(), 0U) << "no place was lost";
}

TEST_F(AdmissionQueueTest, WaitersMayGoWithTheLoop) {
  Enter(1);
  Enter(2);
  Enter(3);
  places_.clear();  // task 3 has its place, but does not run yet
}

}  // namespace
}  // namespace hpdl::rt
