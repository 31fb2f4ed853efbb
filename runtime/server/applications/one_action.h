#ifndef HPDL_RUNTIME_SERVER_APPLICATIONS_ONE_ACTION_H_
#define HPDL_RUNTIME_SERVER_APPLICATIONS_ONE_ACTION_H_

#include <map>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"

/// Jobs without an application: the properties describe one map-reduce, pig, hive or sqoop action.
/// Oozie's HTTP submission makes these jobs, for example for the commands mapreduce, pig, hive and
/// sqoop of Oozie's client. Like Oozie's server, this server makes a workflow of each job.
namespace hpdl::rt {

/// The content of each file of an application, by the file's name.
using ApplicationFiles = std::map<std::string, std::string>;

/// True if the job type of a submission is mapreduce, pig, hive or sqoop.
bool IsOneAction(std::string_view job_type);

/// Returns the workflow.xml that Oozie 5.2.1 makes of the properties, byte for byte, and the script
/// beside it. References between properties are expanded. Errors: "E0405": oozie.libpath is
/// missing; "E0803": another property that the type needs is missing, or a list is malformed.
Result<ApplicationFiles> OneActionFiles(std::string_view job_type, const Properties& properties);

/// These two functions return the resource manager and the name node of a job, from
/// yarn.resourcemanager.address and fs.defaultFS. References are expanded. "": the property is
/// missing.
std::string OneActionManager(const Properties& properties);
std::string OneActionNameNode(const Properties& properties);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_APPLICATIONS_ONE_ACTION_H_
