#ifndef HPDL_COMPILER_ANALYSIS_FACTS_H_
#define HPDL_COMPILER_ANALYSIS_FACTS_H_

#include <optional>
#include <vector>

#include "compiler/analysis/analyze.h"
#include "compiler/analysis/flow.h"
#include "compiler/analysis/given.h"
#include "compiler/analysis/used_paths.h"

namespace hpdl::analysis {

/// A definition, and the facts that several analyses need. Each fact is computed once, when an
/// analysis first needs it. Not thread-safe.
class Facts {
 public:
  /// `subject` must outlive the Facts.
  explicit Facts(const Subject& subject) : subject_(subject) {}

  const Subject& subject() const { return subject_; }

  /// The order in which nodes run. It needs forks and joins in pairs, so
  /// hir::Workflow::unpaired_joins must be false.
  const Flow& flow();
  /// The values that the definition, the file of defaults and the command line give to properties.
  const GivenValues& given();
  /// The paths that the actions use.
  const UsedPaths& used_paths();

 private:
  const Subject& subject_;
  std::optional<Flow> flow_;
  std::optional<GivenValues> given_;
  std::optional<UsedPaths> used_paths_;
};

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_FACTS_H_
