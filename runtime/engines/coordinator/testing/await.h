#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_AWAIT_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_AWAIT_H_

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <optional>
#include <utility>

#include "runtime/ground/base/task.h"

namespace hpdl::rt {

template <class T>
Task<void> KeepResultOf(Task<T> task, std::optional<T>* result) {
  result->emplace(co_await std::move(task));
}

/// Runs a loop until a task has its result, and returns the result.
template <class T>
T AwaitOn(boost::asio::io_context* loop, Task<T> task) {
  std::optional<T> result;
  boost::asio::co_spawn(*loop, KeepResultOf(std::move(task), &result),
                        [](const std::exception_ptr& failure) {
                          if (failure) {
                            std::rethrow_exception(failure);
                          }
                        });
  loop->restart();
  while (!result) {
    loop->run_one();
  }
  return std::move(*result);
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_TESTING_AWAIT_H_
