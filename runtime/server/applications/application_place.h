#ifndef HPDL_RUNTIME_SERVER_APPLICATIONS_APPLICATION_PLACE_H_
#define HPDL_RUNTIME_SERVER_APPLICATIONS_APPLICATION_PLACE_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"
#include "runtime/store/records.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

/// The names of the property and of the files that a type of application uses.
struct ApplicationForm {
  std::string_view property;    ///< the property with the application's path, such as
                                ///< "oozie.coord.application.path"
  std::string_view definition;  ///< the definition's file name, such as "coordinator.xml"
  std::string_view defaults;    ///< the file of default properties beside the definition
};
const ApplicationForm& FormOf(JobType type);

/// The path of an application, in the form that hpdlc reads.
struct ApplicationPlace {
  bool remote = false;  ///< true: in a file system of Hadoop; false: on this machine
  std::string path;     ///< an absolute path, or a URI with authority
  std::string written;  ///< the whole URI, for messages
  JobType type = JobType::kWorkflow;
  /// True for a deployed application: the compiler reads no definition outside of the application.
  bool contained = false;
  /// The file name of a workflow's definition in the folder `path`. "": the definition is the
  /// folder's workflow.xml, or `path` is a file.
  std::string definition = {};
  /// False if the compiler does not check forks and joins, because the submission or the site says
  /// so.
  bool checks_fork_join = true;
};

/// Rules on where the applications of submissions may be.
struct ApplicationRules {
  bool local_files = false;         ///< `file:` is allowed if the site lists no file systems
  std::string default_file_system;  ///< the default file system in Hadoop's configuration; "": not
                                    ///< known
};

/// Returns the value of a property with its references to other properties expanded; "": the
/// property is missing or cannot be expanded.
std::string ExpandedProperty(std::string_view name, const Properties& properties);

/// Returns the place of a submission's application, if the site allows the place. Errors: "E0307":
/// the submission has no path for this type; "E0405": the path has no scheme, and no default file
/// system is known; "E0711": the URI is invalid; "E0904", "E0901" and "E0900": the site does not
/// allow the scheme, the name node or the resource manager.
Result<ApplicationPlace> PlaceOf(const Properties& properties, JobType type, const Site& site,
                                 const ApplicationRules& rules);

/// Checks that the site lets jobs use a resource manager, "HOST:PORT", and the file system of a
/// URI. An empty argument is not checked. Errors: "E0900" for the resource manager, "E0901" for the
/// file system.
Result<void> CheckCluster(std::string_view resource_manager, std::string_view file_system,
                          const Site& site);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_APPLICATIONS_APPLICATION_PLACE_H_
