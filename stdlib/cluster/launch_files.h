#ifndef HPDL_STDLIB_CLUSTER_LAUNCH_FILES_H_
#define HPDL_STDLIB_CLUSTER_LAUNCH_FILES_H_

#include <string_view>

/// What the launcher's containers need of us; programs carry it as bytes.
namespace hpdl::stdlib {

/// The static program of launch_program/.
std::string_view LaunchProgram();
inline constexpr const char* kLaunchProgramName = "hpdl-launch";

/// A jar with the classes of java/ and those that java actions start with. Its bytes are in the
/// tree, so that building needs no Java; `./dev launcher` makes them anew, and a test compares.
std::string_view LaunchJar();
inline constexpr const char* kLaunchJarName = "hpdl-launcher.jar";
inline constexpr const char* kMasterClass = "hpdl.Master";
inline constexpr const char* kSubmitClass = "hpdl.SubmitJob";
inline constexpr const char* kRunMainClass = "hpdl.RunMain";

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_LAUNCH_FILES_H_
