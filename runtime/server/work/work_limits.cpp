#include "runtime/server/work/work_limits.h"

#include <algorithm>

namespace hpdl::rt {
namespace {

constexpr std::size_t kCommands = 8, kCommandsOfAll = 32;
constexpr std::size_t kPictures = 1, kPicturesOfAll = 2;

std::size_t NumberOf(const Site& site, Setting setting) {
  return static_cast<std::size_t>(site.Number(setting));
}

}  // namespace

PlaceLimits LimitsOf(const Site& site, WorkKind kind, bool many_users) {
  PlaceLimits limits;
  switch (kind) {
    case WorkKind::kProgram:
      limits.all = NumberOf(site, Setting::kServerPrograms);
      limits.of_user = NumberOf(site, Setting::kServerUserPrograms);
      break;
    case WorkKind::kCompilation:
      limits.all = NumberOf(site, Setting::kServerCompiles);
      limits.of_user = many_users ? std::max<std::size_t>(limits.all / 2, 1) : 0;
      break;
    case WorkKind::kCommand:
      limits = {many_users ? kCommandsOfAll : kCommands, kCommands};
      break;
    case WorkKind::kPicture:
      limits = {many_users ? kPicturesOfAll : kPictures, kPictures};
      break;
    case WorkKind::kAction:
      limits.all = NumberOf(site, Setting::kServerActions);
      limits.of_user = NumberOf(site, Setting::kServerUserActions);
      break;
  }
  limits.of_user = limits.of_user == 0 ? limits.all : std::min(limits.of_user, limits.all);
  return limits;
}

}  // namespace hpdl::rt
