#ifndef HPDL_COMPILER_DIAGNOSTICS_SILENCES_H_
#define HPDL_COMPILER_DIAGNOSTICS_SILENCES_H_

#include <map>
#include <utility>
#include <vector>

#include "compiler/base/source.h"
#include "compiler/diagnostics/kinds.h"

namespace hpdl {

/// The parts of files in which some kinds are not reported. Ranges of one kind and file are nested
/// or apart, as those of elements are; that makes a question one binary search.
class Silences {
 public:
  struct Useless {
    DiagnosticKind kind;
    const SourceBuffer* source;
    Range place;
  };

  /// `place` is what the file says, for Unused().
  void Add(DiagnosticKind kind, const SourceBuffer* source, Range range, Range place);

  /// Whether a diagnostic that begins at `offset` is silenced. The outermost range that does so is
  /// used by it.
  bool Covers(DiagnosticKind kind, const SourceBuffer* source, std::uint32_t offset);

  /// Those that no call of Covers() used.
  std::vector<Useless> Unused() const;

 private:
  struct Entry {
    Range range;
    Range place;
    std::size_t furthest = 0;  ///< of the entries up to this one, the index of the one ending last
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
