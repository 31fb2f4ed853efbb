#ifndef HPDL_STDLIB_ACTIONS_JAVA_LAUNCHER_CLASSES_H_
#define HPDL_STDLIB_ACTIONS_JAVA_LAUNCHER_CLASSES_H_

#include <span>
#include <string_view>

namespace hpdl::stdlib {

/// A compiled class of launcher/, in package hpdl.
struct LauncherClass {
  std::string_view file;  ///< "RunMain.class"
  std::string_view bytes;
};

/// The classes that call an action's main method. Their bytes are in the tree, so that building
/// needs no Java; `./dev launcher` makes them anew, and a test compares.
std::span<const LauncherClass> LauncherClasses();

/// Name of the class that the JVM starts with.
inline constexpr const char* kLauncherMain = "hpdl.RunMain";

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_JAVA_LAUNCHER_CLASSES_H_
