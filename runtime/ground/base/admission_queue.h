#ifndef HPDL_RUNTIME_GROUND_BASE_ADMISSION_QUEUE_H_
#define HPDL_RUNTIME_GROUND_BASE_ADMISSION_QUEUE_H_

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstddef>
#include <list>
#include <memory>

#include "runtime/ground/base/task.h"

namespace hpdl::rt {

/// Limits the number of tasks that work at the same time. The queue has a fixed number of places,
/// and a task occupies one place while it works. A task that finds no free place waits; waiting
/// tasks get places in the order in which they called Enter(). Not thread-safe: only the thread of
/// the loop may use the queue. Tasks that wait or have a place share the ownership of the queue, so
/// the queue outlives them.
class AdmissionQueue {
 public:
  AdmissionQueue(boost::asio::io_context& loop, std::size_t places) : loop_(loop), free_(places) {}
  AdmissionQueue(const AdmissionQueue&) = delete;
  AdmissionQueue& operator=(const AdmissionQueue&) = delete;

  /// A place that a task occupies. The destructor frees the place.
  class Place {
   public:
    Place(Place&&) noexcept = default;
    Place& operator=(Place&&) = delete;
    ~Place();

   private:
    friend class AdmissionQueue;
    explicit Place(std::shared_ptr<AdmissionQueue> queue) : queue_(std::move(queue)) {}
    std::shared_ptr<AdmissionQueue> queue_;  ///< null after a move
  };

  /// Waits for a free place and returns it. If the task is cancelled while it waits, it gets no
  /// place.
  static Task<Place> Enter(std::shared_ptr<AdmissionQueue> self);
  std::size_t waiting() const { return waiting_.size(); }

 private:
  struct Waiter {
    explicit Waiter(boost::asio::io_context& loop)
        : woken(loop, boost::asio::steady_timer::time_point::max()) {}
    boost::asio::steady_timer woken;
    bool admitted = false;
  };
  void Leave();

  boost::asio::io_context& loop_;
  std::size_t free_;
  std::list<Waiter*> waiting_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_ADMISSION_QUEUE_H_
