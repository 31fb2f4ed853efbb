#ifndef HPDL_COMPILER_FRONTEND_XML_KIND_FINDER_H_
#define HPDL_COMPILER_FRONTEND_XML_KIND_FINDER_H_

#include "compiler/frontend/xml/constructs.h"

namespace hpdl::frontend {

/// Finds the kind of an element in `<action>` by name and namespace. Fills the kind, shape and
/// version of the node. Returns false after a diagnostic.
bool FindKind(WorkflowReader& reader, Element element, const Scope& scope, ast::Node& node);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_KIND_FINDER_H_
