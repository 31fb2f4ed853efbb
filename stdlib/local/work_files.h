#ifndef HPDL_STDLIB_LOCAL_WORK_FILES_H_
#define HPDL_STDLIB_LOCAL_WORK_FILES_H_

#include <sys/types.h>

#include <string>
#include <string_view>
#include <utility>

#include "runtime/engines/workflow/kind.h"

/// Files that a local command finds: those of the application, which are inside the program, and
/// those of this machine.
namespace hpdl::stdlib {

/// The bundled file that a path of the definition means, or null. Absolute paths start at the
/// application root in HWS only.
const hpdl_file* BundledFile(const rt::ActionContext& ctx, std::string_view path);

/// A bundled file, a copy of one of Hadoop's (remote_files.h), or one of this machine by absolute
/// path or file: URI. "JA008" if there is none.
rt::Result<std::string> ReadApplicationFile(const rt::ActionContext& ctx, const std::string& path);
rt::Result<std::string> ReadWholeFile(const std::string& path);

/// Without links in it, for commands that have another working directory than we; as it is if there
/// is nothing at that path.
std::string Absolute(const std::string& path);

/// Writes a file that is complete or not there, also after a crash and a power cut; one who relies
/// on it being there syncs its directory. "JA018" with the system's reason.
rt::Result<void> WriteWholeFile(const std::string& path, std::string_view content, mode_t mode);

/// The same, but a file that has this content already is left alone.
rt::Result<void> KeepFile(const std::string& path, std::string_view content, mode_t mode);
/// Makes a directory if it is not there.
rt::Result<void> MakeFolder(const std::string& path);

/// A path in the job's directory with the content of a bundled file; its name is the file's. It is
/// written when it is not there or is not the same, and shared by all attempts of the job.
rt::Result<std::string> PlaceOfBundled(const rt::ActionContext& ctx, const hpdl_file& file);

/// The job's directory.
std::string JobDirectory(const rt::ActionContext& ctx);

/// A `<file>`: PATH or PATH#NAME.
struct FileEntry {
  std::string path;
  std::string name;  ///< in the work directory
};
/// "JA018" if the name is none directly in the work directory. `element` is "file" or "archive".
rt::Result<FileEntry> ParseFileEntry(const std::string& element, const std::string& entry);

/// The local path of a file of this machine that an entry names. "JA008" if it is not there,
/// "E0904" for other schemes.
rt::Result<std::string> LocalPathOf(const std::string& element, const std::string& path);

/// Puts a `<file>` into `directory`: a bundled file is copied, a local one or the copy of one of
/// Hadoop's (remote_files.h) linked to. A resumed
/// attempt leaves alone what is there already: its command may be using it.
rt::Result<void> PlaceFile(const rt::ActionContext& ctx, const std::string& entry,
                           const std::string& directory);

/// An `<archive>`: the file with it, and the folder of `directory` that it is to be unpacked into.
rt::Result<std::pair<std::string, std::string>> PlaceOfArchive(const rt::ActionContext& ctx,
                                                               const std::string& entry,
                                                               const std::string& directory);

/// Makes `place` a symbolic link to `target`, whatever was there.
rt::Result<void> LinkTo(const std::string& target, const std::string& place);

/// Hadoop's XML.
std::string ConfigurationXml(const rt::Properties& properties);

/// A name directly in a directory: no path, and not the directory itself.
bool IsPlainName(std::string_view name);
bool FileExists(const std::string& path);
/// Error of class kError with the system's reason: "WHAT PATH: No space left on device".
rt::Error SystemProblem(const std::string& what, const std::string& path);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_WORK_FILES_H_
