#ifndef HPDL_COMPILER_PIPELINE_JOB_XML_H_
#define HPDL_COMPILER_PIPELINE_JOB_XML_H_

#include "compiler/ast/ast.h"
#include "compiler/base/source.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/pipeline/pipeline.h"

namespace hpdl::pipeline {

/// Oozie evaluates expressions in the files of <job-xml>. Those of files of the application that
/// need the compiler (functions, operators) become children of the <job-xml> argument, of the field
/// stdlib::kJobXmlProperty, and are from then on expressions of the action like any other. Plain
/// ${name} is left to the program. Expressions that cannot be parsed are reported at <job-xml>, in
/// `source`; files that cannot be read, or are no configuration, are left to the program too.
/// docs/design/action_configuration.md.
void AddJobXmlExpressions(const Input& input, const SourceBuffer& source, ast::Workflow& workflow,
                          Diagnostics& diagnostics);

}  // namespace hpdl::pipeline

#endif  // HPDL_COMPILER_PIPELINE_JOB_XML_H_
