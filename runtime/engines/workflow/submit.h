#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_SUBMIT_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_SUBMIT_H_

#include <string>

#include "runtime/engines/workflow/engine.h"

namespace hpdl::rt {

/// Returns the JobFacts that the journal records about the program and the run. `salt` becomes
/// JobFacts::salt.
JobFacts FactsOf(const hpdl_program& program, const RunOptions& options, std::string salt);

/// Returns the properties of a new job. Returns E0738 with the names of undefined parameters, and
/// an error for a circle of references. Returns E0401 if user.name is empty, or if it is missing in
/// HWS.
Result<Properties> PropertiesOf(const hpdl_program& program, const RunOptions& options);

/// Sets name, user, group and application path of a root job from its properties.
Result<void> Describe(const hpdl_program& program, const Properties& properties, JobRow* row);

/// Returns "E0302" if the root workflow's agreements (SLA) have invalid terms.
Result<void> CheckAgreements(const hpdl_program& program, const Properties& properties);

/// Returns the lines of CheckProgram() as one error "E0723", or no error if there are no lines.
Result<void> RefuseUnrunnable(const hpdl_program& program, const RunOptions& options);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_SUBMIT_H_
