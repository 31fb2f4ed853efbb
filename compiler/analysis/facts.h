#ifndef HPDL_COMPILER_ANALYSIS_FACTS_H_
#define HPDL_COMPILER_ANALYSIS_FACTS_H_

#include <optional>
#include <vector>

#include "compiler/analysis/analyze.h"
#include "compiler/analysis/flow.h"
#include "compiler/analysis/given.h"
#include "compiler/analysis/used_paths.h"

namespace hpdl::analysis {

/// A definition, and what several analyses want to know of it. Each fact is computed when it is
/// first asked for, once. Not for several threads.
class Facts {
 public:
  /// The subject must outlive it.
  explicit Facts(const Subject& subject) : subject_(subject) {}

  const Subject& subject() const { return subject_; }

  /// Which node runs before which. Wants forks and joins in pairs (hir::Workflow::unpaired_joins).
  const Flow& flow();
  /// The values that properties have before a run adds its own.
  const GivenValues& given();
  /// What paths the actions use.
  const UsedPaths& used_paths();

 private:
  const Subject& subject_;
  std::optional<Flow> flow_;
  std::optional<GivenValues> given_;
  std::optional<UsedPaths> used_paths_;
};

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_FACTS_H_
