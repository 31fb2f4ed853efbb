#ifndef HPDL_RUNTIME_SERVER_WORK_TESTING_AWAITING_H_
#define HPDL_RUNTIME_SERVER_WORK_TESTING_AWAITING_H_

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <optional>
#include <utility>

#include "runtime/ground/base/task.h"

namespace hpdl::rt::testing {

template <class T>
Task<void> Store(Task<T> task, std::optional<T>* result) {
  result->emplace(co_await std::move(task));
}

/// Returns the result of a task, which runs on a loop that has nothing else to do.
template <class T>
T Await(boost::asio::io_context& loop, Task<T> task) {
  std::optional<T> result;
  boost::asio::co_spawn(loop, Store(std::move(task), &result), [&](std::exception_ptr failure) {
    EXPECT_FALSE(failure);
    loop.stop();
  });
  loop.restart();
  loop.run();
  return std::move(*result);
}

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_SERVER_WORK_TESTING_AWAITING_H_
