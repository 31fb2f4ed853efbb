#ifndef HPDL_STDLIB_CLUSTER_JAVA_LAUNCH_H_
#define HPDL_STDLIB_CLUSTER_JAVA_LAUNCH_H_

#include <string>
#include <vector>

#include "stdlib/cluster/job_resources.h"
#include "stdlib/cluster/launcher.h"

/// Launcher commands that start a JVM.
namespace hpdl::stdlib {

/// Returns the jars among the resources, in the order of `set`, each after a colon. Unpacked
/// archives are included if their names end in ".jar". Fails with "JA018" if the name of a file
/// cannot be in a class path.
rt::Result<std::string> JarsOf(const ResourceSet& set);

/// Returns a launch with the resources. Its command begins with java, `options` without change, and
/// the class path, which contains the jars among the resources. Errors: those of JarsOf().
rt::Result<Launch> JavaLaunch(const ResourceSet& set, const std::vector<std::string>& options);

/// Sets LD_LIBRARY_PATH for the command if the resources contain native libraries.
void FindLibraries(const ResourceSet& set, Launch* launch);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_JAVA_LAUNCH_H_
