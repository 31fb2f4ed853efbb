#ifndef HPDL_RUNTIME_GROUND_BASE_TASK_H_
#define HPDL_RUNTIME_GROUND_BASE_TASK_H_

#include <boost/asio/awaitable.hpp>

namespace hpdl::rt {

/// A coroutine that runs on the event loop and may wait. If the awaiting coroutine is cancelled,
/// the awaited coroutine is cancelled too.
template <class T>
using Task = boost::asio::awaitable<T>;

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_TASK_H_
