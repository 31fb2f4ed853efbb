#ifndef HPDL_RUNTIME_ENGINES_CELOS_SERVICE_ON_LOOP_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SERVICE_ON_LOOP_H_

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <future>
#include <optional>
#include <utility>

#include "runtime/ground/base/task.h"

namespace hpdl::rt::celos {

/// Runs a task on the loop of another thread and waits for its result. Returns no value if the loop
/// ends before the task.
template <class T>
std::optional<T> OnLoop(boost::asio::io_context& loop, Task<T> task) {
  std::promise<T> promise;
  std::future<T> result = promise.get_future();
  constexpr auto kRun = [](Task<T> given, std::promise<T> told) -> Task<void> {
    T value = co_await std::move(given);
    told.set_value(std::move(value));
  };
  boost::asio::co_spawn(loop, kRun(std::move(task), std::move(promise)), boost::asio::detached);
  try {
    return result.get();
  } catch (const std::future_error&) {
    return std::nullopt;
  }
}

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SERVICE_ON_LOOP_H_
