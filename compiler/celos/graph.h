#ifndef HPDL_COMPILER_CELOS_GRAPH_H_
#define HPDL_COMPILER_CELOS_GRAPH_H_

#include <set>
#include <string>

#include "compiler/draw/wait_graph.h"
#include "compiler/secrets/masking.h"
#include "runtime/rules/celos/definition.h"

namespace hpdl::celos {

/// The workflows that scripts define and what they wait for. Of properties nothing is shown.
/// `files`: only the workflows of these, and what they wait for; none: all. `secrets` are
/// asterisks.
draw::WaitGraph GraphOf(const rt::celos::Configuration& configuration,
                        const std::set<std::string>& files, const std::string& title,
                        const SecretTexts& secrets);

}  // namespace hpdl::celos

#endif  // HPDL_COMPILER_CELOS_GRAPH_H_
