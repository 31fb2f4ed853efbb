#ifndef HPDL_RUNTIME_GROUND_BASE_SLEEP_H_
#define HPDL_RUNTIME_GROUND_BASE_SLEEP_H_

#include <boost/asio/steady_timer.hpp>
#include <chrono>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/task.h"

/// Waits for a time, on the loop that the task is on. In a task that is cancelled meanwhile they
/// throw, as every wait does.
namespace hpdl::rt {

Task<void> Sleep(std::chrono::milliseconds time);

/// With a timer by which somebody else can end the wait: it throws then, too.
Task<void> SleepUntil(boost::asio::steady_timer& timer, TimeSource::Moment due);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_SLEEP_H_
