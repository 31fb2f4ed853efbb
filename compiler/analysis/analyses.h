#ifndef HPDL_COMPILER_ANALYSIS_ANALYSES_H_
#define HPDL_COMPILER_ANALYSIS_ANALYSES_H_

#include "compiler/analysis/analyze.h"

/// The analyses, a file each. They do not depend on one another.
namespace hpdl::analysis {

/// Warns of reads of the workflow token (docs/design/token.md) that are always null, as the node
/// named or all that put the key come not before the reader, or whose value is left open, as
/// several branches of a joined fork put the key. Only literal names and keys are looked at, and no
/// word is said where an action might put the key as captured output. Wants forks and joins in
/// pairs. Work is bounded: a very large workflow full of reads is checked in part.
void CheckTokenFlow(const Subject& subject);

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_ANALYSES_H_
