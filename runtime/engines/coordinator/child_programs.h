#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_CHILD_PROGRAMS_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_CHILD_PROGRAMS_H_

#include <sys/types.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// Starts programs that go on when this process ends: each in a session of its own, without output.
/// Loop thread only; one object a process.
class ChildPrograms {
 public:
  explicit ChildPrograms(boost::asio::io_context& loop);

  /// `ended` is called with the exit code, 128 + N for signal N. kTransient: it could not be
  /// started.
  Result<void> Start(const std::vector<std::string>& argv, std::function<void(int)> ended);

 private:
  void Listen();
  void Reap();

  boost::asio::signal_set signals_;
  std::map<pid_t, std::function<void(int)>> running_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_CHILD_PROGRAMS_H_
