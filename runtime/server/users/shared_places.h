#ifndef HPDL_RUNTIME_SERVER_USERS_SHARED_PLACES_H_
#define HPDL_RUNTIME_SERVER_USERS_SHARED_PLACES_H_

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <string>

#include "runtime/server/work/work_limits.h"

namespace hpdl::rt {

/// The places that the servers of all users share. A place lets a server run one piece of work
/// (work_line.h). Users take turns; nobody can take a place from another user. Loop thread only.
class SharedPlaces {
 public:
  using Limits = std::array<PlaceLimits, kWorkKinds.size()>;
  /// Tells the server of a user that it has `places` more places.
  using Grant = std::function<void(const std::string& user, WorkKind kind, std::size_t places)>;

  SharedPlaces(const Limits& limits, Grant grant);
  SharedPlaces(const SharedPlaces&) = delete;
  SharedPlaces& operator=(const SharedPlaces&) = delete;

  /// Notes that a user's server could use `wanted` more places, and takes `given_back` places back.
  /// Returns false if the server has fewer than `given_back` places.
  bool Take(const std::string& user, WorkKind kind, std::size_t wanted, std::size_t given_back);
  /// Frees the places of a user's server that has ended.
  void Gone(const std::string& user);

  std::size_t taken(WorkKind kind) const { return Of(kind).taken; }
  /// Returns the number of additional places that the servers could use now.
  std::size_t wanted(WorkKind kind) const { return Of(kind).wanted; }

 private:
  struct User {
    std::size_t wanted = 0, taken = 0;
  };
  struct Kind {
    std::map<std::string, User> users;
    std::size_t wanted = 0, taken = 0;  ///< wanted and taken places of all users
    std::string last;                   ///< the user who got a place last
  };
  const Kind& Of(WorkKind kind) const { return kinds_[static_cast<std::size_t>(kind)]; }
  void GoOn(WorkKind kind);

  const Limits limits_;
  const Grant grant_;
  std::array<Kind, kWorkKinds.size()> kinds_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_USERS_SHARED_PLACES_H_
