#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_LOOP_PARTS_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_LOOP_PARTS_H_

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include "runtime/engines/workflow/loop.h"

namespace hpdl::rt {

/// The members of a Loop that need its io_context. They are in a separate file, so that only the
/// loop's sources include Asio's headers of timers and signals.
struct Loop::Parts {
  explicit Parts(boost::asio::io_context& io)
      : work(io.get_executor()), tick(io), later(io), drain(io), signals(io), bell(io) {}
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work;
  boost::asio::steady_timer tick;
  boost::asio::steady_timer later;  ///< the timer of a delayed commit
  boost::asio::steady_timer drain;  ///< the timer for the end of the wait for notifications
  boost::asio::signal_set signals;
  boost::asio::posix::stream_descriptor bell;  ///< the mailbox's bell, opened at the first tick
  std::array<char, 16>
      rings{};  ///< the bytes that are read from `bell`; their values do not matter
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_LOOP_PARTS_H_
