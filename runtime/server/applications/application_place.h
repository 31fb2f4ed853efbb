#ifndef HPDL_RUNTIME_SERVER_APPLICATIONS_APPLICATION_PLACE_H_
#define HPDL_RUNTIME_SERVER_APPLICATIONS_APPLICATION_PLACE_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"
#include "runtime/store/records.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

/// What applications of a type are named by, and made of.
struct ApplicationForm {
  std::string_view property;    ///< of a submission: "oozie.coord.application.path"
  std::string_view definition;  ///< in a folder: "coordinator.xml"
  std::string_view defaults;    ///< of properties, beside the definition
};
const ApplicationForm& FormOf(JobType type);

/// Where an application is, as hpdlc is told.
struct ApplicationPlace {
  bool remote = false;  ///< in a file system of Hadoop; else a path of this machine
  std::string path;     ///< an absolute path, or a URI with authority
  std::string written;  ///< the whole URI, for messages
  JobType type = JobType::kWorkflow;
  /// Others have sent it: the compiler looks for no definition outside of it.
  bool contained = false;
};

/// What submissions may name.
struct ApplicationRules {
  bool local_files =
      false;  ///< file: too, where the site does not say which file systems may be used
  std::string
      default_file_system;  ///< of Hadoop's configuration, "hdfs://nn:8020"; "": none is known
};

/// The value of a property with the references to others expanded; "" if it is not there, or cannot
/// be expanded.
std::string ExpandedProperty(std::string_view name, const Properties& properties);

/// Where the application of a submission is, if the site lets it be there. Errors: "E0307" no
/// path of this type; "E0405" a path that is none; "E0904" a scheme, "E0901" a name node and
/// "E0900" a resource manager that the site does not name.
Result<ApplicationPlace> PlaceOf(const Properties& properties, JobType type, const Site& site,
                                 const ApplicationRules& rules);

/// Whether the site lets jobs use a resource manager, "HOST:PORT", and the file system of a URI; ""
/// is none. "E0900", "E0901".
Result<void> CheckCluster(std::string_view resource_manager, std::string_view file_system,
                          const Site& site);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_APPLICATIONS_APPLICATION_PLACE_H_
