#include "runtime/server/users/shared_places.h"

#include <utility>

namespace hpdl::rt {

SharedPlaces::SharedPlaces(const Limits& limits, Grant grant)
    : limits_(limits), grant_(std::move(grant)) {}

bool SharedPlaces::Take(const std::string& user, WorkKind kind, std::size_t wanted,
                        std::size_t given_back) {
  Kind& all = kinds_[static_cast<std::size_t>(kind)];
  User& one = all.users[user];
  if (given_back > one.taken) {
    return false;
  }
  one.taken -= given_back;
  all.taken -= given_back;
  all.wanted += wanted - one.wanted;
  one.wanted = wanted;
  GoOn(kind);
  return true;
}

void SharedPlaces::Gone(const std::string& user) {
  for (const WorkKind kind : kWorkKinds) {
    Kind& all = kinds_[static_cast<std::size_t>(kind)];
    const auto one = all.users.find(user);
    if (one == all.users.end()) {
      continue;
    }
    all.taken -= one->second.taken;
    all.wanted -= one->second.wanted;
    all.users.erase(one);
    GoOn(kind);
  }
}

void SharedPlaces::GoOn(WorkKind kind) {
  const PlaceLimits& limits = limits_[static_cast<std::size_t>(kind)];
  Kind& all = kinds_[static_cast<std::size_t>(kind)];
  const auto may = [&limits](const User& user) {
    return user.wanted != 0 && user.taken < limits.of_user;
  };
  while (all.taken < limits.all && all.wanted != 0) {
    auto next = all.users.upper_bound(all.last);
    for (std::size_t looks = 0; looks < all.users.size(); ++looks) {
      next = next == all.users.end() ? all.users.begin() : next;
      if (may(next->second)) {
        break;
      }
      ++next;
    }
    if (next == all.users.end() || !may(next->second)) {
      return;
    }
    ++all.taken;
    --all.wanted;
    ++next->second.taken;
    --next->second.wanted;
    all.last = next->first;
    grant_(next->first, kind, 1);
  }
}

}  // namespace hpdl::rt
