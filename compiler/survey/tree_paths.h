#ifndef HPDL_COMPILER_SURVEY_TREE_PATHS_H_
#define HPDL_COMPILER_SURVEY_TREE_PATHS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace hpdl::survey {

/// Where a path leads.
enum class Lead : std::uint8_t {
  kInside,
  kOutside,
  kUnknown,  ///< it depends on properties that are not known
};
inline constexpr std::string_view kLeadWords[] = {"inside", "outside", "unknown"};

/// The definitions of a tree, which lies elsewhere than where its paths lead when it runs: they are
/// found by the ends of their paths.
class TreePaths {
 public:
  /// `names`: of files that are meant where a folder is named.
  explicit TreePaths(std::vector<std::string_view> names) : names_(std::move(names)) {}

  /// A definition at `file`, in a tree whose root is `root`.
  void Add(std::string_view root, std::string_view file);
  /// `path`, as far as it is known, in a definition at `file`.
  Lead Of(std::string_view path, std::string_view file) const;

 private:
  std::string_view Meant(std::string_view path) const;
  bool HasEnd(std::string_view path) const;
  std::vector<std::string_view> names_;
  std::unordered_set<std::string> files_;   ///< definitions and their folders, normal
  std::unordered_set<std::string> belows_;  ///< the same below the roots: "/etl/daily"
  std::unordered_set<std::string> ends_;    ///< their ends: "/etl/daily", "/daily"
};

}  // namespace hpdl::survey

#endif  // HPDL_COMPILER_SURVEY_TREE_PATHS_H_
