#ifndef HPDL_RUNTIME_GROUND_VALUE_LAUNCHER_PROPERTIES_H_
#define HPDL_RUNTIME_GROUND_VALUE_LAUNCHER_PROPERTIES_H_

#include <string_view>

namespace hpdl::rt {

/// An element of <launcher>, and the property that Oozie makes of it.
struct LauncherProperty {
  std::string_view element, property;
};

/// The elements of <launcher> by Oozie's class LauncherConfigHandler.
inline constexpr LauncherProperty kLauncherProperties[] = {
    {"memory.mb", "oozie.launcher.memory.mb"},
    {"vcores", "oozie.launcher.vcores"},
    {"priority", "oozie.launcher.priority"},
    {"java-opts", "oozie.launcher.javaopts"},
    {"env", "oozie.launcher.env"},
    {"queue", "oozie.launcher.queue"},
    {"sharelib", "oozie.launcher.sharelib"},
    {"view-acl", "oozie.launcher.view.acl"},
    {"modify-acl", "oozie.launcher.modify.acl"}};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_VALUE_LAUNCHER_PROPERTIES_H_
