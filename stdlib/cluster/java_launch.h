#ifndef HPDL_STDLIB_CLUSTER_JAVA_LAUNCH_H_
#define HPDL_STDLIB_CLUSTER_JAVA_LAUNCH_H_

#include <string>
#include <vector>

#include "stdlib/cluster/job_resources.h"
#include "stdlib/cluster/launcher.h"

/// Commands of the launcher that are a JVM.
namespace hpdl::stdlib {

/// The jars among the resources in order, each after a colon, and folders of archives that are
/// named like jars. "JA018" a file whose name cannot be in a class path.
rt::Result<std::string> JarsOf(const ResourceSet& set);

/// A launch with the resources, whose command begins with java, `options`, each as it is, and the
/// class path, the jars among the resources in it. Errors as JarsOf().
rt::Result<Launch> JavaLaunch(const ResourceSet& set, const std::vector<std::string>& options);

/// Gives the command LD_LIBRARY_PATH if the resources have native libraries.
void FindLibraries(const ResourceSet& set, Launch* launch);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_JAVA_LAUNCH_H_
