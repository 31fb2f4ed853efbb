#ifndef HPDL_COMPILER_PIPELINE_INHERITED_GLOBAL_H_
#define HPDL_COMPILER_PIPELINE_INHERITED_GLOBAL_H_

#include "compiler/pipeline/pipeline.h"

namespace hpdl::pipeline {

/// Gives the workflow of `definition` the elements of Options::inherited_global that its own
/// <global> does not have, as Oozie's parser does (ast::Workflow::inherited). Then sets
/// Definition::handed_global. Reports a value that cannot be read, and a <global> that is too large
/// to be handed on. In HWS there is no <global>, so the function does nothing.
void TakeInheritedGlobal(const Options& options, Definition* definition);

/// True if a sub-workflow action of the workflow has <propagate-configuration>. Oozie then hands
/// <global> to the children of all sub-workflow actions.
bool HandsGlobalOn(const ast::Workflow& workflow);

}  // namespace hpdl::pipeline

#endif  // HPDL_COMPILER_PIPELINE_INHERITED_GLOBAL_H_
