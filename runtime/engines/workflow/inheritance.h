#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_INHERITANCE_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_INHERITANCE_H_

#include "runtime/ground/value/eval.h"

/// The rule by which the job of a sub-workflow uses the files in the lib/ of its parents.
namespace hpdl::rt {

class Site;

/// The property with the libraries that a job inherits: paths, separated by commas. Oozie has the
/// same name for them.
inline constexpr const char* kInheritedLibraryProperty = "oozie.wf.application.lib";

/// True if a job with these properties uses the libraries of its parents. The property
/// oozie.wf.subworkflow.classpath.inheritance of the job decides if it is `true` or `false` in any
/// case. Otherwise the site's oozie.subworkflow.classpath.inheritance decides, as in Oozie.
bool InheritsLibrary(const Site& site, const Properties& job);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_INHERITANCE_H_
