#ifndef HPDL_STDLIB_LOCAL_JOB_XML_H_
#define HPDL_STDLIB_LOCAL_JOB_XML_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/core/common.h"

/// The layers that an action's configuration is made of. docs/design/action_configuration.md.
namespace hpdl::stdlib {

/// Files of <job-xml>, the lowest layer first: `job_xml`, which the action names, and those of
/// <global> that it does not name itself.
std::vector<std::string> JobXmlOf(const rt::ActionContext& ctx, std::vector<std::string> job_xml);

/// The layers of an action's configuration, the lowest first. Oozie 5: the ActionDefaults() of
/// `job_tracker` (the action's element, else that of <global>), files that the action names, those
/// of <global> that it does not name itself, config-default.xml, the properties of <global>, the
/// action's own with those of its credentials. HWS has the files and the action's own. Values are
/// as Hadoop takes them: its ${other} is not expanded. "JA008" for a file that is not there;
/// "EL_EVAL_ERROR" as EvaluateNames(); the errors of ActionDefaults() and ApplyCredentials().
rt::Result<std::vector<rt::Properties>> ConfigurationLayers(
    const rt::ActionContext& ctx, const std::vector<std::string>& job_xml,
    const Configuration& configuration, const std::optional<std::string>& job_tracker = {});

/// Evaluates the expressions in those files of <job-xml> that the compiler did not see, and keeps
/// the result for ConfigurationLayers() and for a resumed attempt. Done once an attempt, when the
/// files are on this machine; FetchFiles() does it in programs that have names. Nothing is to do in
/// HWS, which takes files as they are. "JA008" for a file that is not
/// there, "EL_EVAL_ERROR" for an expression that fails, and the errors of the file systems that
/// expressions look at.
rt::Task<rt::Result<void>> EvaluateJobXml(rt::ActionContext& ctx, std::vector<std::string> job_xml);

/// `text`, from a file that the compiler has seen, with each ${name} replaced by that property of
/// the job. ${a.b} stays as it is, for Hadoop to expand, unless the job has a property of that
/// name. "EL_EVAL_ERROR" for a name that the job lacks. kNonTransient: a person can mend that, and
/// resume.
rt::Result<std::string> EvaluateNames(std::string_view text, const rt::Properties& job);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_JOB_XML_H_
