#ifndef HPDL_RUNTIME_SERVER_USERS_SHARED_PLACES_H_
#define HPDL_RUNTIME_SERVER_USERS_SHARED_PLACES_H_

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <string>

#include "runtime/server/work/work_limits.h"

namespace hpdl::rt {

/// The places that the servers of all users share. Users take turns; nobody can take a place from
/// another one. Loop thread only.
class SharedPlaces {
 public:
  using Limits = std::array<PlaceLimits, kWorkKinds.size()>;
  /// Tells the server of a user that it has so many more.
  using Grant = std::function<void(const std::string& user, WorkKind kind, std::size_t places)>;

  SharedPlaces(const Limits& limits, Grant grant);
  SharedPlaces(const SharedPlaces&) = delete;
  SharedPlaces& operator=(const SharedPlaces&) = delete;

  /// A user's server could use so many more, and gives back so many. False: it does not have them.
  bool Take(const std::string& user, WorkKind kind, std::size_t wanted, std::size_t given_back);
  /// The server has ended: what it had is free.
  void Gone(const std::string& user);

  std::size_t taken(WorkKind kind) const { return Of(kind).taken; }
  /// As the servers have said last.
  std::size_t wanted(WorkKind kind) const { return Of(kind).wanted; }

 private:
  struct User {
    std::size_t wanted = 0, taken = 0;
  };
  struct Kind {
    std::map<std::string, User> users;
    std::size_t wanted = 0, taken = 0;  ///< of all
    std::string last;                   ///< who had a place last
  };
  const Kind& Of(WorkKind kind) const { return kinds_[static_cast<std::size_t>(kind)]; }
  void GoOn(WorkKind kind);

  const Limits limits_;
  const Grant grant_;
  std::array<Kind, kWorkKinds.size()> kinds_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_USERS_SHARED_PLACES_H_
