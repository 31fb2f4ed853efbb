#include "stdlib/actions/java/launcher_classes.h"

namespace hpdl::stdlib {

std::span<const LauncherClass> LauncherClasses() {
  static constexpr LauncherClass kClasses[] = {
#define LAUNCHER_CLASS(name, size, bytes) {name, std::string_view(bytes, size)},
#include "stdlib/actions/java/generated/launcher_classes.inc"
#undef LAUNCHER_CLASS
  };
  return kClasses;
}

}  // namespace hpdl::stdlib
