#ifndef HPDL_COMPILER_DIAGNOSTICS_SILENCES_H_
#define HPDL_COMPILER_DIAGNOSTICS_SILENCES_H_

#include <map>
#include <utility>
#include <vector>

#include "compiler/base/source.h"
#include "compiler/diagnostics/kinds.h"

namespace hpdl {

/// The parts of files in which some kinds are not reported. The ranges belong to elements, so two
/// ranges of one kind and file are nested or do not overlap. Covers() therefore needs only one
/// binary search.
class Silences {
 public:
  struct Useless {
    DiagnosticKind kind;
    const SourceBuffer* source;
    Range place;
  };

  /// Silences `kind` in `range` of `source`. `place` is the comment that silences the kind;
  /// Unused() returns it.
  void Add(DiagnosticKind kind, const SourceBuffer* source, Range range, Range place);

  /// True if a diagnostic that begins at `offset` is silenced. Marks the outermost range around
  /// `offset` as used.
  bool Covers(DiagnosticKind kind, const SourceBuffer* source, std::uint32_t offset);

  /// Returns the silences that no call of Covers() has marked as used.
  std::vector<Useless> Unused() const;

 private:
  struct Entry {
    Range range;
    Range place;
    /// Among this entry and the entries before it: the index of the entry whose range ends last.
    std::size_t furthest = 0;
    bool used = false;
  };
  struct List {
    std::vector<Entry> entries;
    bool sorted = false;
  };
  static void Sort(List* list);

  std::map<std::pair<const SourceBuffer*, DiagnosticKind>, List> lists_;
};

}  // namespace hpdl

#endif  // HPDL_COMPILER_DIAGNOSTICS_SILENCES_H_
