#ifndef HPDL_RUNTIME_SERVER_WORK_ACTION_PLACES_H_
#define HPDL_RUNTIME_SERVER_WORK_ACTION_PLACES_H_

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/server/work/work_line.h"

namespace hpdl::rt {

/// Limits how many commands of actions run at a time. Each job has a keeper, a process that starts
/// the job's commands. A keeper needs a place for each command and requests it here
/// (place_messages.h). The places belong to the WorkLine of WorkKind::kAction. Keepers outlive this
/// server. They tell the next server how many commands they run. That server counts these commands
/// as running, even if they exceed the limit. Loop thread only. Must be destroyed before the loop.
class ActionPlaces {
 public:
  /// Returns the user who has a job of this id; "": the job is not known.
  using UserOf = std::function<std::string(const std::string& job)>;

  /// Listens on a socket in the state directory, and replaces the socket of an earlier server. The
  /// caller has the lock of the state directory.
  static Result<std::unique_ptr<ActionPlaces>> Open(boost::asio::io_context& loop,
                                                    const std::string& state_path,
                                                    std::shared_ptr<WorkLine> line, UserOf user_of);
  virtual ~ActionPlaces() = default;

  /// Returns the path of the socket that keepers call.
  virtual const std::string& path() const = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_WORK_ACTION_PLACES_H_
