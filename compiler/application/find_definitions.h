#ifndef HPDL_COMPILER_APPLICATION_FIND_DEFINITIONS_H_
#define HPDL_COMPILER_APPLICATION_FIND_DEFINITIONS_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::application {

/// Finds the definitions for one PATH of `verify`. Appends their paths to `paths`, sorted by name:
/// - A file, an archive, an application directory (with a workflow.xml) or a remote path is one
///   definition. The coordinator.xml and the bundle.xml of an application directory are
///   definitions, too.
/// - Any other directory is searched with all directories below it. Each application directory is
///   one definition. Any other *.xml is a definition if its root is one of `roots`, also if the
///   root is misspelt. The search skips names with a leading dot and symbolic links to directories.
/// - A path that does not exist and has `*`, `?` or `[` is a pattern, with `**` for any number of
///   directories. A matching file is a definition under the same conditions as a file in a
///   directory. A matching directory is treated like a PATH that names it.
/// The search skips each file or directory that it cannot read, and adds a sentence about it to
/// `errors`. If the search finds no definition and no error, it adds a sentence that says so. If
/// `may_have_none` is true, it does not add this sentence.
void FindDefinitions(const std::string& path, std::span<const std::string_view> roots,
                     std::vector<std::string>* paths, std::vector<std::string>* errors,
                     bool may_have_none = false);

/// True if a local file has one of `roots` as its root, also if the root is misspelt. Also true for
/// a file that cannot be read, because a skipped file would look like a correct file.
bool MayBeDefinition(const std::string& file, std::span<const std::string_view> roots);
/// True if a file that begins with these bytes has one of `roots` as its root, also if the root is
/// misspelt.
bool BeginsDefinition(std::string_view bytes, std::span<const std::string_view> roots);
/// The number of bytes at the beginning of a file that are read to find the root element. A license
/// and a few comments may stand before the root.
inline constexpr std::size_t kSniffedBytes = 64 << 10;

/// Returns the file that is checked for a local path: the workflow.xml of a directory, or the path
/// itself.
std::string DefinitionFile(const std::string& path);

/// If several paths name one file in one directory, leaves only one of these paths, at the position
/// of the first path. Prefers the path of the application directory, because more can be checked in
/// it. Links from different directories to one file stay, because their applications differ.
void DropRepeated(std::vector<std::string>* paths);

/// Returns the local name of the root element, if the first bytes of the file show it. The bytes
/// may be UTF-8 or UTF-16. Otherwise returns "".
std::string RootElement(std::string_view bytes);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_FIND_DEFINITIONS_H_
