#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_SUBMIT_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_SUBMIT_H_

#include <string>

#include "runtime/engines/workflow/engine.h"

namespace hpdl::rt {

/// What PROGRAM is, as the journal keeps it.
JobFacts FactsOf(const hpdl_program& program, const RunOptions& options, std::string salt);

/// The properties that a new job has. Errors: E0738 naming parameters that nobody defines; E0401
/// for a user.name that is empty, or that HWS lacks; a circle of references.
Result<Properties> PropertiesOf(const hpdl_program& program, const RunOptions& options);

/// Sets name, user, group and application path of a root job from its properties.
Result<void> Describe(const hpdl_program& program, const Properties& properties, JobRow* row);

/// Refuses terms of the root workflow's agreements (SLA) that are none, "E0302".
Result<void> CheckAgreements(const hpdl_program& program, const Properties& properties);

/// The first refusal of CheckProgram as an error, all lines in its message.
Result<void> RefuseUnrunnable(const hpdl_program& program, const RunOptions& options);

/// All lines in one error; no lines, no error.
Result<void> AllOf(const std::vector<std::string>& lines, const char* code);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_SUBMIT_H_
