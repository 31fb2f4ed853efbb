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

/// Starts programs that continue when this process ends. Each program has its own session and no
/// output. All calls must be made on the loop's thread. A process may have only one object of this
/// class.
class ChildPrograms {
 public:
  explicit ChildPrograms(boost::asio::io_context& loop);

  /// Calls `ended` with the exit code, or with 128 + N after signal N. Returns kTransient if the
  /// program could not be started.
  Result<void> Start(const std::vector<std::string>& argv, std::function<void(int)> ended);

 private:
  void Listen();
  void Reap();

  boost::asio::signal_set signals_;
  std::map<pid_t, std::function<void(int)>> running_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_CHILD_PROGRAMS_H_
