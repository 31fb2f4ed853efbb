#ifndef HPDL_STDLIB_LOCAL_JOB_XML_H_
#define HPDL_STDLIB_LOCAL_JOB_XML_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/core/common.h"

/// The layers of an action's configuration. docs/design/action_configuration.md describes them.
namespace hpdl::stdlib {

/// Returns the files of <job-xml>, the lowest layer first: the files of <global> that the action
/// does not name, and `job_xml`, which the action names.
std::vector<std::string> JobXmlOf(const rt::ActionContext& ctx, std::vector<std::string> job_xml);

/// Returns the layers of an action's configuration, the lowest first. In Oozie 5 the layers are:
/// - the defaults that ActionDefaults() returns for `job_tracker`, or else for the job tracker of
///   <global>,
/// - the files that the action names,
/// - the files of <global> that the action does not name,
/// - config-default.xml,
/// - the properties of <global>,
/// - the action's own properties with those of its credentials.
/// HWS has the files and the action's own properties. A ${other} in a value is not expanded,
/// because Hadoop expands it. Fails with "JA008" for a file that does not exist, with
/// "EL_EVAL_ERROR" if EvaluateNames() fails, and with the errors of ActionDefaults() and
/// ApplyCredentials().
rt::Result<std::vector<rt::Properties>> ConfigurationLayers(
    const rt::ActionContext& ctx, const std::vector<std::string>& job_xml,
    const Configuration& configuration, const std::optional<std::string>& job_tracker = {});

/// Evaluates the expressions in those files of <job-xml> that the compiler did not see. Keeps the
/// result for ConfigurationLayers() and for a resumed attempt. Runs once per attempt, when the
/// files are on this machine; FetchFiles() calls it if the program has a table of names
/// (ActionContext::names()). Does nothing in HWS, which does not evaluate these files. Fails with
/// "JA008" for a file that does not exist, and with "EL_EVAL_ERROR" for an expression that fails.
/// Also fails with the errors of the file systems that expressions read.
rt::Task<rt::Result<void>> EvaluateJobXml(rt::ActionContext& ctx, std::vector<std::string> job_xml);

/// Replaces each ${name} in `text` by the job's property of that name, and returns the result.
/// `text` is from a file that the compiler has seen. ${a.b} stays for Hadoop to expand, unless the
/// job has a property of that name. Fails with "EL_EVAL_ERROR" if the job has no property `name`.
/// The error is kNonTransient, because a person can set the property and resume the job.
rt::Result<std::string> EvaluateNames(std::string_view text, const rt::Properties& job);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_JOB_XML_H_
