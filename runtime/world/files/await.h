#ifndef HPDL_RUNTIME_WORLD_FILES_AWAIT_H_
#define HPDL_RUNTIME_WORLD_FILES_AWAIT_H_

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <optional>
#include <utility>

#include "runtime/ground/base/task.h"

namespace hpdl::rt {

namespace await_internal {

/// Puts the result of the task into `*result`. The result is in an optional, because co_spawn()
/// default-constructs the result of its coroutine, and T may have no default constructor.
template <class T>
Task<void> Keep(Task<T> task, std::optional<T>* result) {
  result->emplace(co_await std::move(task));
}

}  // namespace await_internal

/// Runs `loop` until the task has ended. No other code may run `loop` during this call. Used in
/// tests, and in programs that do not run a loop of their own.
template <class T>
T Await(boost::asio::io_context& loop, Task<T> task) {
  std::optional<T> result;
  std::exception_ptr failure;
  bool ended = false;
  boost::asio::co_spawn(loop, await_internal::Keep(std::move(task), &result),
                        [&](std::exception_ptr error) {
                          failure = std::move(error);
                          ended = true;
                        });
  loop.restart();
  while (!ended && loop.run_one() != 0) {
  }
  if (failure) {
    std::rethrow_exception(failure);
  }
  return std::move(*result);
}

/// Runs a task to its end on a new loop. The task must not need another loop.
template <class T>
T Await(Task<T> task) {
  boost::asio::io_context loop(1);
  return Await(loop, std::move(task));
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_FILES_AWAIT_H_
