#ifndef HPDL_STDLIB_ACTIONS_JAVA_LAUNCHER_CLASSES_H_
#define HPDL_STDLIB_ACTIONS_JAVA_LAUNCHER_CLASSES_H_

#include <span>
#include <string_view>

namespace hpdl::stdlib {

/// A compiled class of launcher/, in package hpdl.
struct LauncherClass {
  std::string_view file;  ///< the file's name: "RunMain.class"
  std::string_view bytes;
};

/// Returns the classes that call an action's main method. The source tree contains their bytes, so
/// a build needs no Java. `./dev launcher` compiles them again, and a test checks that they match
/// their sources.
std::span<const LauncherClass> LauncherClasses();

/// The name of the class that the JVM starts with.
inline constexpr const char* kLauncherMain = "hpdl.RunMain";

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_JAVA_LAUNCHER_CLASSES_H_
