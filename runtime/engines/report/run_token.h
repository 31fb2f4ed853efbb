#ifndef HPDL_RUNTIME_ENGINES_REPORT_RUN_TOKEN_H_
#define HPDL_RUNTIME_ENGINES_REPORT_RUN_TOKEN_H_

#include <list>
#include <string>
#include <string_view>

#include "runtime/engines/report/job_report.h"
#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/token/token.h"

namespace hpdl::rt {

inline constexpr TokenScope kTokenScopes[] = {TokenScope::kUser, TokenScope::kSystem};
/// USER or SYSTEM.
std::string_view WordOf(TokenScope scope);

/// The workflow token of a run, with the records that it refers to. Nodes are in the order in which
/// the workflow leads to them; without one, in that of their starts.
class RunToken {
 public:
  /// `only`: what this node put; empty: all. `workflow` may be null.
  RunToken(const JobNodes& job, const hpdl_workflow* workflow, std::string_view only);

  Token token;

 private:
  std::list<NodeRecord> records_;
};

/// Whether the node has a row or is in the workflow, which may be null.
bool HasNode(const JobNodes& job, const hpdl_workflow* workflow, std::string_view node);

/// What `token --format json` prints: docs/json.md.
std::string TokenJson(const JobNodes& job, const hpdl_workflow* workflow, std::string_view node);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_REPORT_RUN_TOKEN_H_
