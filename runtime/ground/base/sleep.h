#ifndef HPDL_RUNTIME_GROUND_BASE_SLEEP_H_
#define HPDL_RUNTIME_GROUND_BASE_SLEEP_H_

#include <boost/asio/steady_timer.hpp>
#include <chrono>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/task.h"

/// Functions that wait on the loop of the task. They throw if the task is cancelled while it waits.
namespace hpdl::rt {

Task<void> Sleep(std::chrono::milliseconds time);

/// Waits until `due` with the caller's timer. If other code cancels the timer, the wait ends and
/// the function throws.
Task<void> SleepUntil(boost::asio::steady_timer& timer, TimeSource::Moment due);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_SLEEP_H_
