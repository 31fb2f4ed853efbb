#ifndef HPDL_COMPILER_APPLICATION_FIND_DEFINITIONS_H_
#define HPDL_COMPILER_APPLICATION_FIND_DEFINITIONS_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::application {

/// What one PATH of `verify` names, appended to `paths` in the order of names:
/// - a file, an archive, an application directory (one with a workflow.xml) or a remote path is
///   itself;
/// - any other directory is searched to its bottom: an application directory counts as such, any
///   other *.xml if its root is one of `roots`, also if it is misspelt. Names with a dot in
///   front and symbolic links to directories are passed over;
/// - a path that does not exist and has `*`, `?` or `[` is a pattern, with `**` for any number of
///   directories; of what it matches files count as in a directory, directories as above.
/// What is not readable is passed over, with a sentence in `errors`, and so is a search that finds
/// nothing at all, unless `may_have_none`.
void FindDefinitions(const std::string& path, std::span<const std::string_view> roots,
                     std::vector<std::string>* paths, std::vector<std::string>* errors,
                     bool may_have_none = false);

/// Whether a file of this machine has one of `roots`, also if that is misspelt. True for a file
/// that cannot be read, too: to pass over it would look as if it were fine.
bool MayBeDefinition(const std::string& file, std::span<const std::string_view> roots);
/// The same of the first bytes of a file.
bool BeginsDefinition(std::string_view bytes, std::span<const std::string_view> roots);
/// How many of them are looked at: a license and a few comments may stand before the root.
inline constexpr std::size_t kSniffedBytes = 64 << 10;

/// The file that is checked if a local path is.
std::string DefinitionFile(const std::string& path);

/// Of paths that name one file in one directory one stays, at the place of the first: that of the
/// application directory if it is among them, which has more to be checked. Definitions that are
/// links to one file from different directories stay: their applications differ.
void DropRepeated(std::vector<std::string>* paths);

/// The local name of the root element as far as it can be told from the first bytes of a file, in
/// UTF-8 or UTF-16; empty if not.
std::string RootElement(std::string_view bytes);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_FIND_DEFINITIONS_H_
