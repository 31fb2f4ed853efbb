#ifndef HPDL_COMPILER_HIR_JOB_XML_H_
#define HPDL_COMPILER_HIR_JOB_XML_H_

#include "compiler/hir/hir.h"

namespace hpdl::hir {

/// True if the program reads expressions that the compiler has not seen, because a <job-xml> of an
/// Oozie workflow names a file outside the application or because the name of the file is itself an
/// expression. HWS does not evaluate the expressions in the files of <job-xml>.
bool ReadsExpressions(const Workflow& workflow);

}  // namespace hpdl::hir

#endif  // HPDL_COMPILER_HIR_JOB_XML_H_
