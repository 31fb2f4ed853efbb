#ifndef HPDL_COMPILER_CELOS_GRAPH_H_
#define HPDL_COMPILER_CELOS_GRAPH_H_

#include <set>
#include <string>

#include "compiler/draw/wait_graph.h"
#include "compiler/secrets/masking.h"
#include "runtime/rules/celos/definition.h"

namespace hpdl::celos {

/// Returns the graph of the workflows that scripts define, and of the workflows and files for which
/// they wait. The graph shows no properties. `files` limits the graph to the workflows of these
/// files, and to the workflows and files for which these workflows wait; an empty set means all
/// files. `secrets` appear as asterisks.
draw::WaitGraph GraphOf(const rt::celos::Configuration& configuration,
                        const std::set<std::string>& files, const std::string& title,
                        const SecretTexts& secrets);

}  // namespace hpdl::celos

#endif  // HPDL_COMPILER_CELOS_GRAPH_H_
