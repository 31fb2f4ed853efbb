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
/// Returns "USER" or "SYSTEM".
std::string_view WordOf(TokenScope scope);

/// The workflow token of a run, with the records that the token refers to. Nodes are in the order
/// in which the run passed them.
class RunToken {
 public:
  /// The token has only the values of the node `only`, or the values of all nodes if `only` is
  /// empty. If `workflow` is null, nodes are in the order of `job.nodes`.
  RunToken(const JobNodes& job, const hpdl_workflow* workflow, std::string_view only);

  Token token;

 private:
  std::list<NodeRecord> records_;
};

/// True if the node has a row or is in the workflow. `workflow` may be null.
bool HasNode(const JobNodes& job, const hpdl_workflow* workflow, std::string_view node);

/// The output of `token --format json`; see docs/json.md.
std::string TokenJson(const JobNodes& job, const hpdl_workflow* workflow, std::string_view node);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_REPORT_RUN_TOKEN_H_
