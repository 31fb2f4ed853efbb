#ifndef HPDL_COMPILER_APPLICATION_TREE_H_
#define HPDL_COMPILER_APPLICATION_TREE_H_

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::application {

/// A tree of folders, with all that is in it.
struct Tree {
  /// Definitions by their paths. A workflow.xml of this machine stands for its folder.
  struct Found {
    std::string path;
    std::string file;  ///< the definition itself
  };
  std::vector<Found> definitions;
  std::vector<std::string> files;  ///< the others, in no order of their own
  /// Of `files`, those in HDFS that are larger than kMostRemoteBytes: they are read only whole, so
  /// they are not.
  std::set<std::string> large;
  /// What was not looked at though it may matter: `PATH: reason`. It cannot be read, or there is
  /// more of it than kMostTreeEntries.
  std::vector<std::string> unread;
  /// What was left out on purpose: links to folders, what is neither a file nor a folder.
  std::vector<std::string> passed_over;
};

/// What is read of HDFS to see what a file is.
inline constexpr std::int64_t kMostRemoteBytes = 8 << 20;

/// Files and folders of one tree.
inline constexpr std::size_t kMostTreeEntries = 1'000'000;

/// Adds what is at and below `path`, a file or a folder of this machine or of HDFS. Names with a
/// dot in front are left out. `roots`: what makes an XML file a definition (FindDefinitions()).
/// Goes on behind what cannot be read.
void ListTree(const std::string& path, std::span<const std::string_view> roots, Tree* tree);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_TREE_H_
