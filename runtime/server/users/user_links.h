#ifndef HPDL_RUNTIME_SERVER_USERS_USER_LINKS_H_
#define HPDL_RUNTIME_SERVER_USERS_USER_LINKS_H_

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/processes/message_socket.h"
#include "runtime/server/users/messages.h"
#include "runtime/server/work/frame_link.h"

namespace hpdl::rt {

/// The front's connections to the servers of users: at most one for each user. Loop thread only.
/// Must be destroyed before the loop.
class UserLinks {
 public:
  /// The maximum number of requests to one server that wait for an answer. Further requests are
  /// refused.
  static constexpr std::size_t kMostAsked = 1000;

  explicit UserLinks(boost::asio::io_context& loop) : loop_(loop) {}
  UserLinks(const UserLinks&) = delete;
  UserLinks& operator=(const UserLinks&) = delete;

  /// Returns the run (OpenedServer::run) of the server of `user` to which there is a link; 0: there
  /// is no link.
  std::uint64_t RunOf(const std::string& user) const;
  /// Returns the run to which the last link was lost; 0: no link was lost.
  std::uint64_t LostRunOf(const std::string& user) const;
  /// Uses a new link (UserServers::Link()) to a run of the server of `user`, unless there is
  /// already one. Requests over a link to an earlier run fail.
  void Use(const std::string& user, std::uint64_t run, Passed pipes);
  /// Sends a request to the server of `user`, and returns its answer. kTransient: there is no link,
  /// the link has ended, or the server has not answered.
  /// Tells the server if `gone` returns true because the caller has left. `gone` may be empty.
  Task<Result<UserAnswer>> Ask(std::string user, UserRequest request, std::function<bool()> gone,
                               std::chrono::seconds patience);

 private:
  struct Link;
  boost::asio::io_context& loop_;
  std::map<std::string, std::shared_ptr<Link>> links_;
  std::map<std::string, std::uint64_t> lost_;
  std::uint64_t last_number_ = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_USERS_USER_LINKS_H_
