#ifndef HPDL_COMPILER_SURVEY_TREE_PATHS_H_
#define HPDL_COMPILER_SURVEY_TREE_PATHS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace hpdl::survey {

/// The place to which a path leads.
enum class Lead : std::uint8_t {
  kInside,
  kOutside,
  kUnknown,  ///< the path depends on unknown properties
};
inline constexpr std::string_view kLeadWords[] = {"inside", "outside", "unknown"};

/// The definitions of a tree. When the definitions run, the tree is stored at a different path,
/// such as a folder of HDFS. The paths in definitions begin with that path, so only the ends of
/// paths are compared. The result does not depend on which of the folders above a definition was
/// surveyed.
class TreePaths {
 public:
  /// A path to a folder means the file in this folder whose name is in `names`.
  explicit TreePaths(std::vector<std::string_view> names) : names_(std::move(names)) {}

  /// Adds a definition. `file` is its absolute path, or its URI.
  void Add(std::string_view file);
  /// Returns the place to which `path` leads in a file at `file`, an absolute path or a URI. Known
  /// properties in `path` have already been replaced by their values.
  Lead Of(std::string_view path, std::string_view file) const;

 private:
  std::string_view Meant(std::string_view path) const;
  bool IsInside(std::string_view path, std::string_view file) const;
  std::vector<std::string_view> names_;
  std::unordered_set<std::string> files_;  ///< definitions and their folders, normalized
  /// The ends of the paths in `files_`, such as "/flows/etl/daily", "/etl/daily" and "/daily".
  std::unordered_set<std::string> ends_;
};

}  // namespace hpdl::survey

#endif  // HPDL_COMPILER_SURVEY_TREE_PATHS_H_
