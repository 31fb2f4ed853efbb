#ifndef HPDL_COMPILER_ANALYSIS_PATH_TEXT_H_
#define HPDL_COMPILER_ANALYSIS_PATH_TEXT_H_

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/hir/hir.h"

/// Paths as texts that can be compared. Where an expression stands, the text has a mark with the
/// number of the expression: equal expressions have equal numbers in hir.
namespace hpdl::analysis {

/// Properties by name.
using KnownValues = std::unordered_map<std::string_view, std::string_view>;

/// Writes values as such texts.
class PathTextWriter {
 public:
  /// Of the `known` properties the values are put in, where they are plain and short.
  explicit PathTextWriter(const hir::Workflow& workflow, KnownValues known = {});

  /// None if the text may differ between two evaluations in one run, as it looks at the world or
  /// the clock.
  std::optional<std::string> Text(hir::ValueId value) const;

 private:
  void Append(hir::ExprId id, std::string* text) const;
  bool PutIn(std::string_view name, std::string* text) const;

  const hir::Workflow& workflow_;
  KnownValues known_;
  std::unordered_map<std::string_view, hir::ExprId> parameters_;  ///< `name` of `${name}`
};

/// The parts between commas outside of braces, without blanks around them.
std::vector<std::string> SplitList(std::string_view text);

/// What paths without a file system of their own are on, and which file systems there are at all.
struct PathContext {
  std::string file_system;                     ///< of paths that name none; marked; may be empty
  const std::set<std::string>* all = nullptr;  ///< file systems that the workflow names
};

/// The form in which equal paths are equal texts: `file_system`/a/b without needless slashes, "."
/// and "..", which is taken back where it follows a plain name, as Hadoop does by the text alone. A
/// path that begins with an expression stays as it is, but for a file system before it: the
/// expression is taken to hold an absolute path. Empty if there is nothing left of it.
std::string NormalPath(std::string text, const PathContext& context);

/// A file system as NormalPath wants it.
std::string NormalFileSystem(std::string text);

/// Whether a path surely does not depend on a current directory; expressions are trusted.
bool IsAbsolute(std::string_view text);

/// Whether a normal path is neither `above` nor below it, whatever the expressions in them hold.
bool IsSurelyOutside(std::string_view path, std::string_view above);

/// The directory of the first component that is a pattern; none if there is no pattern.
std::optional<std::string> DirectoryOfPattern(std::string_view path);

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_PATH_TEXT_H_
