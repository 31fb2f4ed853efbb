#ifndef HPDL_COMPILER_HIR_JOB_XML_H_
#define HPDL_COMPILER_HIR_JOB_XML_H_

#include "compiler/hir/hir.h"

namespace hpdl::hir {

/// Whether the program meets expressions that the compiler has not seen: a <job-xml> of an Oozie
/// workflow names a file that is none of the application, or its name is an expression itself. HWS
/// takes such files as they are.
bool ReadsExpressions(const Workflow& workflow);

}  // namespace hpdl::hir

#endif  // HPDL_COMPILER_HIR_JOB_XML_H_
