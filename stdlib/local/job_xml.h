#ifndef HPDL_STDLIB_LOCAL_JOB_XML_H_
#define HPDL_STDLIB_LOCAL_JOB_XML_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/engine/kind.h"
#include "runtime/value/eval.h"
#include "stdlib/core/common.h"

/// The layers that an action's configuration is made of. docs/design/action_configuration.md.
namespace hpdl::stdlib {

/// The layers of an action's configuration, the lowest first. Oozie 5: files that the action
/// names, those of <global> that it does not name itself, config-default.xml, the properties of
/// <global>, the action's own. HWS has the files and the action's own. Values are as Hadoop takes
/// them: its ${other} is not expanded. "JA008" for a file that is not there; "EL_EVAL_ERROR" as
/// EvaluateVariables().
rt::Result<std::vector<rt::Properties>> ConfigurationLayers(const rt::ActionContext& ctx,
                                                            const std::vector<std::string>& job_xml,
                                                            const Configuration& configuration);

/// What a text may ask of its job. Both outlive the call.
struct JobTexts {
  const rt::Properties& properties;
  const rt::JobIdentity& identity;
};

/// `text` with each ${name} and ${wf:conf('name')} replaced by that property of the job, and
/// ${wf:id()}, wf:name, wf:user, wf:group, wf:appPath by what they say. ${a.b} stays as it is, for
/// Hadoop to expand, unless the job has a property of that name. "EL_EVAL_ERROR" for a name that
/// the job lacks and for all other expressions: what is read while the program runs meets no
/// compiler. kNonTransient: a person can mend the file, and resume.
rt::Result<std::string> EvaluateVariables(std::string_view text, const JobTexts& job);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_JOB_XML_H_
