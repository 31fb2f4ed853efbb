#ifndef HPDL_COMPILER_ANALYSIS_PATH_TEXT_H_
#define HPDL_COMPILER_ANALYSIS_PATH_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

#include "compiler/analysis/given.h"

/// Paths as texts that can be compared. A mark stands in place of an expression. Equal expressions
/// have equal marks, and `${name}` has the same mark as `${wf:conf('name')}`.
namespace hpdl::analysis {

/// Writes values as texts with marks in place of expressions.
class PathTextWriter {
 public:
  /// If `given` is not null, replaces properties by their values if the values are plain and short.
  /// Does not use the defaults of <parameters>, because a run may have other values.
  PathTextWriter(const hir::Workflow& workflow, const GivenValues* given)
      : workflow_(workflow), given_(given) {}

  /// Returns the text of a value. Returns "" if there is no value. Also returns "" if two
  /// evaluations in one run may differ, for example because the expression reads a file or the
  /// clock.
  std::string Text(hir::ValueId value) const;

 private:
  void Append(hir::ExprId id, std::string* text) const;
  bool PutIn(std::string_view name, std::string* text) const;

  const hir::Workflow& workflow_;
  const GivenValues* given_;
};

/// Splits a text at the commas outside of braces. Removes blanks around the parts.
std::vector<std::string_view> SplitList(std::string_view text);

/// Returns the path in the form `file_system`/a/b without needless slashes. In this form, equal
/// paths are equal texts. `file_system` is the file system of paths that name no file system. If a
/// path begins with an expression, the expression is assumed to hold an absolute path. The path
/// then stays as it is, except that a `file_system` before the expression is removed. Returns "" if
/// no text is left, and for paths with "." and "..".
std::string NormalPath(std::string_view text, const std::string& file_system);

/// Returns a file system in the form that NormalPath() needs.
std::string NormalFileSystem(std::string_view text);

/// True if a path certainly does not depend on a current directory. A path that begins with an
/// expression counts as absolute.
bool IsAbsolute(std::string_view text);

/// True if a normal path is certainly neither `other` nor below `other`, whatever values the
/// expressions in both paths have.
bool IsSurelyOutside(std::string_view path, std::string_view other);

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_PATH_TEXT_H_
