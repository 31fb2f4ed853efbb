#ifndef HPDL_STDLIB_CLUSTER_LAUNCH_FILES_H_
#define HPDL_STDLIB_CLUSTER_LAUNCH_FILES_H_

#include <string_view>

/// Files that every program carries as bytes and that the launcher's containers need.
namespace hpdl::stdlib {

/// Returns the bytes of the static program whose source is launch_program/.
std::string_view LaunchProgram();
inline constexpr const char* kLaunchProgramName = "hpdl-launch";

/// Returns a jar with the classes of java/ and of stdlib/actions/java/launcher/. The source tree
/// contains the jar's bytes, so a build needs no Java. `./dev launcher` makes them again, and a
/// test checks that they match their sources.
std::string_view LaunchJar();
inline constexpr const char* kLaunchJarName = "hpdl-launcher.jar";
inline constexpr const char* kMasterClass = "hpdl.Master";
inline constexpr const char* kSubmitClass = "hpdl.SubmitJob";
inline constexpr const char* kRunMainClass = "hpdl.RunMain";

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_LAUNCH_FILES_H_
