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

/// The result of listing a folder and everything below it.
struct Tree {
  /// A definition and its path. For a local workflow.xml the path is the path of its folder.
  struct Found {
    std::string path;
    std::string file;  ///< the definition file itself
  };
  std::vector<Found> definitions;
  std::vector<std::string> files;  ///< the files that are not definitions, unsorted
  /// The entries of `files` that are in HDFS and larger than kMostRemoteBytes. They are not read,
  /// because hpdlc reads a file in HDFS only as a whole.
  std::set<std::string> large;
  /// Files and folders that were not examined although they may matter, as `PATH: reason`. The
  /// reason is that the entry cannot be read, or that the tree has more than kMostTreeEntries
  /// entries.
  std::vector<std::string> unread;
  /// Entries that were left out on purpose, as `PATH: reason`. Examples are links to folders, and
  /// entries that are neither a file nor a folder.
  std::vector<std::string> passed_over;
};

/// The largest size in bytes of a file in HDFS that is read to find out if it is a definition.
inline constexpr std::int64_t kMostRemoteBytes = 8 << 20;

/// The most files and folders in one tree.
inline constexpr std::size_t kMostTreeEntries = 1'000'000;

/// Adds everything at and below `path`, a file or a folder, local or in HDFS. Skips names with a
/// leading dot. An XML file is a definition if its root is one of `roots` (see FindDefinitions()).
/// Continues after anything that cannot be read.
void ListTree(const std::string& path, std::span<const std::string_view> roots, Tree* tree);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_TREE_H_
