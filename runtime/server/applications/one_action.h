#ifndef HPDL_RUNTIME_SERVER_APPLICATIONS_ONE_ACTION_H_
#define HPDL_RUNTIME_SERVER_APPLICATIONS_ONE_ACTION_H_

#include <map>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"

/// Jobs without an application: one map-reduce, pig, hive or sqoop action that is told by
/// properties (Oozie's HTTP submission; commands mapreduce, pig, hive and sqoop of its client).
/// Oozie's server makes a workflow of each, and so does this one.
namespace hpdl::rt {

/// The files of an application: bytes by name.
using ApplicationFiles = std::map<std::string, std::string>;

/// Whether a job type of a submission names such jobs: mapreduce, pig, hive, sqoop.
bool IsOneAction(std::string_view job_type);

/// workflow.xml, byte for byte what Oozie 5.2.1 makes of the properties, and the script beside it.
/// References of properties to each other are expanded. Errors: "E0405" without oozie.libpath,
/// "E0803" without another property that the type needs, or with a list that is none.
Result<ApplicationFiles> OneActionFiles(std::string_view job_type, const Properties& properties);

/// Where such a job wants to run: yarn.resourcemanager.address and fs.defaultFS, expanded; "" where
/// they are not there.
std::string OneActionManager(const Properties& properties);
std::string OneActionNameNode(const Properties& properties);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_APPLICATIONS_ONE_ACTION_H_
