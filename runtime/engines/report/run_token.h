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

/// The workflow token of a run, with the records that it refers to. Nodes are in the order of the
/// workflow; without a workflow they are in the order of their starts.
class RunToken {
 public:
  /// `only` selects the values of one node; empty: all nodes. `workflow` may be null.
  RunToken(const JobNodes& job, const hpdl_workflow* workflow, std::string_view only);

  Token token;

 private:
  std::list<NodeRecord> records_;
};

/// True if the node has a row or is in the workflow. `workflow` may be null.
bool HasNode(const JobNodes& job, const hpdl_workflow* workflow, std::string_view node);

/// The output of `token --format json`: docs/json.md.
std::string TokenJson(const JobNodes& job, const hpdl_workflow* workflow, std::string_view node);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_REPORT_RUN_TOKEN_H_
