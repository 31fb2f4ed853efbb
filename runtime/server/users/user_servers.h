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

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/jobs/server_address.h"
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
  std::string host_name;             ///< the host name in answers
  bool local = false;
  SharedPlaces::Limits limits{};  ///< the limits for the work of all users
  /// A server with nothing to do ends after this time without a request; 0: it never ends.
  std::chrono::seconds idle{0};
  ServerLog log;
};

/// The job servers of this machine's users, one for each user. Each server is a process of its
/// user, with a state directory of that user alone. This object runs as root. It makes the state
/// directory and opens nothing below it. Neither the content of the directory nor the messages of a
/// user's server can affect other users. Loop thread only. Must be destroyed before the loop;
/// `children` and `names` must outlive it.
class UserServers {
 public:
  /// The maximum number of one user's requests that wait for an answer. Further requests are
  /// refused.
  static constexpr std::size_t kMostAsked = 1000;
  static constexpr std::chrono::seconds kAnswerPatience{600};

  UserServers(boost::asio::io_context& loop, Children& children, NameService& names,
              UserServersSetup setup);
  ~UserServers();
  UserServers(const UserServers&) = delete;
  UserServers& operator=(const UserServers&) = delete;

  /// Starts the servers of all users who have a state directory, so that their jobs go on.
  Result<void> Begin();
  /// True if there is a directory for jobs of this user.
  bool Has(std::string_view user) const;
  /// Returns the answer of the server of `user`, and starts the server if it does not run. E0501:
  /// this user cannot have a server. kTransient: the server does not run, or has not answered.
  Task<Result<UserAnswer>> Ask(std::string user, UserRequest request,
                               std::chrono::seconds patience = kAnswerPatience);
  /// Sends a request to all servers that run. A server that starts later gets the request before
  /// all other requests. The answers are ignored. A later request with the same `subject` replaces
  /// this request.
  void TellAll(std::string subject, UserRequest request);
  /// Returns the answer of a server that already runs. The request does not restart the idle time
  /// after which a server ends.
  Task<Result<UserAnswer>> AskRunning(std::string user, UserRequest request,
                                      std::chrono::seconds patience);
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
  Task<Result<UserAnswer>> Send(std::shared_ptr<Server> server, UserRequest request,
                                std::chrono::seconds patience);
  Task<void> LetRest();
  ServerAddress AddressOf(const std::string& user) const;
  Result<void> Spawn(const std::shared_ptr<Server>& server, const Account& account);
  bool Take(Server& server, std::string_view frame);
  void Grant(const std::string& user, WorkKind kind, std::size_t places);
  std::vector<std::uint64_t> Work() const;
  void Ended(const std::shared_ptr<Server>& server, const std::string& how);
  std::string PathOf(std::string_view user) const;
  template <class Message>
  static void SendTo(Server& server, const Message& message);
  static Result<void> MakeDirectory(const std::string& path, const Account& account);

  boost::asio::io_context& loop_;
  Children& children_;
  NameService& names_;
  UserServersSetup setup_;
  std::map<std::string, std::shared_ptr<Server>, std::less<>> servers_;
  std::map<std::string, UserRequest, std::less<>> told_;  ///< the last request of TellAll() for
                                                          ///< each subject
  SharedPlaces places_;
  std::uint64_t last_number_ = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_USERS_USER_SERVERS_H_
