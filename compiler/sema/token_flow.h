#ifndef HPDL_COMPILER_SEMA_TOKEN_FLOW_H_
#define HPDL_COMPILER_SEMA_TOKEN_FLOW_H_

#include <cstdint>
#include <vector>

#include "compiler/sema/expression.h"
#include "compiler/sema/graph.h"

namespace hpdl::sema {

/// Which node makes which calls of token functions: those of ast node n are
/// `uses[first[n]..first[n + 1]]`.
struct TokenUses {
  std::vector<TokenUse> uses;
  std::vector<std::uint32_t> first;
};

/// Warns of reads of the workflow token (docs/design/token.md) that are always null, as the node
/// named or all that put the key come not before the reader, or whose value is left open, as
/// several branches of a joined fork put the key. Only literal names and keys are looked at, and no
/// word is said where an action might put the key as captured output. Wants a graph without errors,
/// with forks and joins in pairs. Work is bounded: a very large workflow full of reads is checked
/// in part.
void CheckTokenFlow(const Graph& graph, const TokenUses& uses, const Reporter& reporter);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_TOKEN_FLOW_H_
