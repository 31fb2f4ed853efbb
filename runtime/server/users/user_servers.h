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
  std::string state_path;  ///< of this server, absolute: `users/NAME` below it are those of users
  std::string archive;     ///< `NAME` below it are the archives of users; "": none
  std::vector<std::string> program;  ///< the command that becomes the server of one user
  std::string site_path;             ///< "": none
  ServerAddress address;             ///< its program_key is not looked at
  std::string secret;                ///< the keys for the programs of users are made from it
  std::string host_name;             ///< as told to callers
  bool local = false;
  SharedPlaces::Limits limits{};  ///< of the work of all of them
  /// After so long without a request a server that has nothing to look after ends; 0: it stays.
  std::chrono::seconds idle{0};
  ServerLog log;
};

/// The servers of jobs of a machine's users: each is a process of that user, with a state directory
/// of that user alone. This side is root's. It makes the directory and opens nothing below it; what
/// is there, and what comes from the user's server, can say nothing of others. Loop thread only;
/// must go before the loop does; `children` and `names` outlive it.
class UserServers {
 public:
  /// Requests of one user that wait for an answer, at most; one more is refused.
  static constexpr std::size_t kMostAsked = 1000;
  static constexpr std::chrono::seconds kAnswerPatience{600};

  UserServers(boost::asio::io_context& loop, Children& children, NameService& names,
              UserServersSetup setup);
  ~UserServers();
  UserServers(const UserServers&) = delete;
  UserServers& operator=(const UserServers&) = delete;

  /// Starts the servers of all who have a directory, so that jobs go on which were to run.
  Result<void> Begin();
  /// Whether there is a directory for jobs of this name.
  bool Has(std::string_view user) const;
  /// What the server of `user` answers, which is started if it does not run. E0501: there can be
  /// none for this user. kTransient: it does not run, or has not answered.
  Task<Result<UserAnswer>> Ask(std::string user, UserRequest request,
                               std::chrono::seconds patience = kAnswerPatience);
  /// Tells all servers that run, and each that starts later, before anything else. What they answer
  /// is not looked at; what is told later of the same subject takes its place.
  void TellAll(std::string subject, UserRequest request);
  /// The same from a server that runs; that is no reason for it to stay.
  Task<Result<UserAnswer>> AskRunning(std::string user, UserRequest request,
                                      std::chrono::seconds patience);
  /// Tells all servers where they are called from now on; the program_key is not looked at.
  void SetAddress(ServerAddress address);
  /// Users whose servers run.
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
  std::map<std::string, UserRequest, std::less<>> told_;  ///< to all: the last of each subject
  SharedPlaces places_;
  std::uint64_t last_number_ = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_USERS_USER_SERVERS_H_
