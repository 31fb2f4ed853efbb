#ifndef HPDL_RUNTIME_SERVER_USERS_USER_SERVERS_H_
#define HPDL_RUNTIME_SERVER_USERS_USER_SERVERS_H_

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/access/caller.h"
#include "runtime/server/jobs/server_address.h"
#include "runtime/server/processes/message_socket.h"
#include "runtime/server/users/messages.h"
#include "runtime/server/users/shared_places.h"
#include "runtime/server/work/children.h"
#include "runtime/server/work/server_log.h"

namespace hpdl::rt {

struct UserServersSetup {
  /// The absolute path of this server's state directory. The state directories of users are
  /// `users/NAME` below it.
  std::string state_path;
  /// The folder of archives. The archive of a user is `NAME` in it. "": no archives.
  std::string archive;
  std::vector<std::string> program;  ///< the command line of a server of one user
  std::string site_path;             ///< "": no site file
  ServerAddress address;             ///< the server of many users; no `program_key`
  std::string secret;                ///< the secret from which each user's key for programs is made
  std::string pass_secret;           ///< the secret from which each server's key for passes is made
  std::string host_name;             ///< the host name in answers
  bool local = false;
  SharedPlaces::Limits limits{};  ///< the limits for the work of all users
  /// A server with nothing to do ends after this time without a request; 0: it never ends.
  std::chrono::seconds idle{0};
  ServerLog log;
};

/// A user's server that runs, as a caller of it needs to know it.
struct OpenedServer {
  std::uint64_t run = 0;  ///< tells the processes of a user's servers apart; never 0
  std::string pass;       ///< the pass for a request to this server
  /// For each kind of work, the numbers of running and of waiting items on all servers.
  std::vector<std::uint64_t> work;
};

/// The job servers of this machine's users, one for each user. Each server is a process of its
/// user, with a state directory of that user alone. This object runs as root. It makes the state
/// directory and opens nothing below it. Neither the content of the directory nor the messages of a
/// user's server can affect other users. Requests do not pass through this object: the front sends
/// them over links. Loop thread only. Must be destroyed before the loop; `children` and `names`
/// must outlive it.
class UserServers {
 public:
  UserServers(boost::asio::io_context& loop, Children& children, NameService& names,
              UserServersSetup setup);
  ~UserServers();
  UserServers(const UserServers&) = delete;
  UserServers& operator=(const UserServers&) = delete;

  /// Starts the servers of all users who have a state directory, so that their jobs go on.
  Result<void> Begin();
  /// True if there is a directory for jobs of this user.
  bool Has(std::string_view user) const;
  /// Returns the server of `user` for one request of `caller`, and starts the server if it does not
  /// run. The server does not end until Done() is called. E0501: this user cannot have a server.
  /// kTransient: the server does not run.
  Task<Result<OpenedServer>> Open(std::string user, Caller caller);
  /// Returns a server that already runs. Unlike Open(), does not restart the idle time after which
  /// the server ends, and needs no Done().
  Result<OpenedServer> OpenRunning(const std::string& user, const Caller& caller);
  /// Says that a request of Open() has been answered.
  void Done(const std::string& user, std::uint64_t run);
  /// Says that the front has ended: no request of Open() is being answered, and no link is left.
  void FrontEnded();
  /// True if the present front has got a link to the server of `user` that runs.
  bool HasLink(const std::string& user) const;
  /// Makes a link to the server of `user` for requests, and returns the end of the front: a pipe to
  /// read, and a pipe to write. kTransient: this run of the server has ended, the front has got too
  /// many links to it, or no descriptor is free.
  Result<Passed> Link(const std::string& user, std::uint64_t run);
  /// Sends a request to all servers that run, and waits until they have answered, but not for long.
  /// A server that starts later gets the request when it begins. A later request with the same
  /// `subject` replaces this request.
  Task<void> TellAll(std::string subject, UserRequest request);
  /// Tells all servers the address at which callers reach them from now on. `address.program_key`
  /// is not used.
  void SetAddress(ServerAddress address);
  /// Returns the users whose servers run.
  std::vector<std::string> Running() const;

 private:
  struct Server;
  Task<Result<void>> Start(std::shared_ptr<Server> server);
  Task<Result<void>> Begin(std::shared_ptr<Server> server);
  void StartLater(const std::shared_ptr<Server>& server);
  Task<Result<void>> Await(std::shared_ptr<Server> server);
  OpenedServer Opened(const Server& server, const Caller& caller) const;
  Task<void> LetRest();
  ServerAddress AddressOf(const std::string& user) const;
  std::string PassKey(const std::string& user) const;
  Result<void> Spawn(const std::shared_ptr<Server>& server, const Account& account);
  bool Take(Server& server, std::string_view message);
  bool HaveAllAnswered(std::uint64_t told) const;
  void Grant(const std::string& user, WorkKind kind, std::size_t places);
  std::vector<std::uint64_t> Work() const;
  void Ended(const std::shared_ptr<Server>& server, const std::string& how);
  std::string PathOf(std::string_view user) const;
  template <class Message>
  static void SendTo(Server& server, const Message& message, Passed passed = {});
  static Result<void> MakeDirectory(const std::string& path, const Account& account);

  boost::asio::io_context& loop_;
  Children& children_;
  NameService& names_;
  UserServersSetup setup_;
  std::map<std::string, std::shared_ptr<Server>, std::less<>> servers_;
  std::map<std::string, UserRequest, std::less<>> told_;  ///< the last request of TellAll() for
                                                          ///< each subject
  SharedPlaces places_;
  std::uint64_t last_run_ = 0, last_told_ = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_USERS_USER_SERVERS_H_
