#ifndef HPDL_STDLIB_CLUSTER_LAUNCH_FILES_H_
#define HPDL_STDLIB_CLUSTER_LAUNCH_FILES_H_

#include <string_view>

/// The files of the launcher's containers that every program carries as bytes.
namespace hpdl::stdlib {

/// Returns the static program of launch_program/.
std::string_view LaunchProgram();
inline constexpr const char* kLaunchProgramName = "hpdl-launch";

/// Returns a jar with the classes of java/ and of stdlib/actions/java/launcher/. Its bytes are in
/// the tree, so a build needs no Java. `./dev launcher` makes the bytes anew, and a test compares
/// them.
std::string_view LaunchJar();
inline constexpr const char* kLaunchJarName = "hpdl-launcher.jar";
inline constexpr const char* kMasterClass = "hpdl.Master";
inline constexpr const char* kSubmitClass = "hpdl.SubmitJob";
inline constexpr const char* kRunMainClass = "hpdl.RunMain";

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_LAUNCH_FILES_H_
