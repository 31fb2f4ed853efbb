#ifndef HPDL_COMPILER_PIPELINE_JOB_XML_H_
#define HPDL_COMPILER_PIPELINE_JOB_XML_H_

#include "compiler/ast/ast.h"
#include "compiler/base/source.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/pipeline/pipeline.h"

namespace hpdl::pipeline {

/// Adds the expressions in <job-xml> files to the workflow, because Oozie evaluates them. Values in
/// files of the application that need the compiler (functions, operators) become children of the
/// <job-xml> argument, with the field stdlib::kJobXmlProperty. From then on they are normal
/// expressions of the action. The program itself resolves plain ${name}. Expressions that cannot be
/// parsed are reported at <job-xml> in `source`. The program also handles files that cannot be read
/// or are not a configuration. See docs/design/action_configuration.md.
void AddJobXmlExpressions(const Input& input, const SourceBuffer& source, ast::Workflow& workflow,
                          Diagnostics& diagnostics);

}  // namespace hpdl::pipeline

#endif  // HPDL_COMPILER_PIPELINE_JOB_XML_H_
