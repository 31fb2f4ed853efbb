#include "runtime/ground/base/admission_queue.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

namespace hpdl::rt {

AdmissionQueue::Place::~Place() {
  if (queue_ != nullptr) {
    queue_->Leave();
  }
}

Task<AdmissionQueue::Place> AdmissionQueue::Enter(std::shared_ptr<AdmissionQueue> self) {
  if (self->free_ > 0) {
    --self->free_;
    co_return Place(std::move(self));
  }
  /// The coroutine's entry in the list of waiting tasks. The destructor removes the entry, even if
  /// the wait is cancelled.
  struct Turn {
    explicit Turn(AdmissionQueue& queue) : queue(queue), waiter(queue.loop_) {
      at = queue.waiting_.insert(queue.waiting_.end(), &waiter);
    }
    ~Turn() {
      if (!waiter.admitted) {
        queue.waiting_.erase(at);
      } else if (!taken) {
        queue.Leave();  // the wait was cancelled just after the task got a place
      }
    }
    AdmissionQueue& queue;
    Waiter waiter;
    std::list<Waiter*>::iterator at;
    bool taken = false;
  };
  Turn turn(*self);
  while (!turn.waiter.admitted) {
    // This wait throws nothing. If the task was cancelled, the next co_await throws.
    co_await turn.waiter.woken.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
  }
  turn.taken = true;
  co_return Place(std::move(self));
}

void AdmissionQueue::Leave() {
  if (waiting_.empty()) {
    ++free_;
    return;
  }
  Waiter* next = waiting_.front();
  waiting_.pop_front();
  next->admitted = true;
  next->woken.cancel();
}

}  // namespace hpdl::rt
