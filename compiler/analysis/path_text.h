#ifndef HPDL_COMPILER_ANALYSIS_PATH_TEXT_H_
#define HPDL_COMPILER_ANALYSIS_PATH_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

#include "compiler/analysis/given.h"

/// Paths as texts that can be compared. Where an expression stands, the text has a mark: equal
/// expressions have equal marks, and `${name}` has that of `${wf:conf('name')}`.
namespace hpdl::analysis {

/// Writes values as such texts.
class PathTextWriter {
 public:
  /// Values of properties that are plain and short are put in, unless `given` is null. The defaults
  /// of <parameters> are mere proposals, and are not.
  PathTextWriter(const hir::Workflow& workflow, const GivenValues* given)
      : workflow_(workflow), given_(given) {}

  /// Empty if there is none, or if it may differ between two evaluations in one run, as it looks at
  /// the world or the clock.
  std::string Text(hir::ValueId value) const;

 private:
  void Append(hir::ExprId id, std::string* text) const;
  bool PutIn(std::string_view name, std::string* text) const;

  const hir::Workflow& workflow_;
  const GivenValues* given_;
};

/// The parts between commas outside of braces, without blanks around them.
std::vector<std::string_view> SplitList(std::string_view text);

/// The form in which equal paths are equal texts: `file_system`/a/b without needless slashes; the
/// file system is that of paths which name none. A path that begins with an expression stays as it
/// is, but for this file system before it: the expression is taken to hold an absolute path. Empty
/// if there is nothing left of it, and for paths with "." and "..".
std::string NormalPath(std::string_view text, const std::string& file_system);

/// A file system as NormalPath wants it.
std::string NormalFileSystem(std::string_view text);

/// Whether a path surely does not depend on a current directory; expressions are trusted.
bool IsAbsolute(std::string_view text);

/// Whether a normal path is surely neither `other` nor below it, whatever the expressions in them
/// hold.
bool IsSurelyOutside(std::string_view path, std::string_view other);

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_PATH_TEXT_H_
