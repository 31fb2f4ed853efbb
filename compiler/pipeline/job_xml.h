#ifndef HPDL_COMPILER_PIPELINE_JOB_XML_H_
#define HPDL_COMPILER_PIPELINE_JOB_XML_H_

#include "compiler/ast/ast.h"
#include "compiler/base/source.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/pipeline/pipeline.h"

namespace hpdl::pipeline {

/// Adds the expressions in <job-xml> files to the workflow, because Oozie evaluates them. Skips
/// files that are not in the application. A value that needs the compiler (functions, operators)
/// becomes a child of the <job-xml> argument, with the field stdlib::kJobXmlProperty. Later phases
/// treat it as a normal expression of the action. The program itself resolves plain ${name}.
/// Expressions that cannot be parsed are reported at <job-xml> in `source`. Files that cannot be
/// read or are not a configuration are not reported here, because the program handles them when it
/// runs. See docs/design/action_configuration.md.
void AddJobXmlExpressions(const Input& input, const SourceBuffer& source, ast::Workflow& workflow,
                          Diagnostics& diagnostics);

}  // namespace hpdl::pipeline

#endif  // HPDL_COMPILER_PIPELINE_JOB_XML_H_
