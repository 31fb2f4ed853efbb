#ifndef HPDL_STDLIB_LOCAL_WORK_FILES_H_
#define HPDL_STDLIB_LOCAL_WORK_FILES_H_

#include <sys/types.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/engines/workflow/kind.h"

/// Files that a local command uses: files of the application, which are inside the program, and
/// files of this machine.
namespace hpdl::stdlib {

/// Returns the bundled file that a path of the definition names, or null. In HWS an absolute path
/// starts at the root of the application. In Oozie an absolute path never names a bundled file.
const hpdl_file* BundledFile(const rt::ActionContext& ctx, std::string_view path);

/// Checks that each entry `PATH` or `PATH#NAME` of `element` names a bundled file. HWS takes these
/// files from the package and from no other place. Fails with "JA008".
rt::Result<void> CheckPackaged(const rt::ActionContext& ctx, const std::string& element,
                               const std::vector<std::string>& entries);

/// Returns the content of the file that `path` names. It is a bundled file, the copy of a file of
/// Hadoop (remote_files.h), or a file of this machine. A file of this machine has an absolute path
/// or a file: URI. Fails with "JA008" if the file does not exist.
rt::Result<std::string> ReadApplicationFile(const rt::ActionContext& ctx, const std::string& path);
rt::Result<std::string> ReadWholeFile(const std::string& path);

/// Returns the absolute path without links, for commands that run in a different working directory.
/// Returns `path` unchanged if it does not exist.
std::string Absolute(const std::string& path);

/// Writes a file. After a crash or a power cut the file is complete or does not exist. A caller
/// that needs the file to exist after a power cut must sync the file's directory. Fails with
/// "JA018" and the system's reason.
rt::Result<void> WriteWholeFile(const std::string& path, std::string_view content, mode_t mode);

/// Writes a file with WriteWholeFile() unless the file has this content already.
rt::Result<void> KeepFile(const std::string& path, std::string_view content, mode_t mode);
/// Makes a directory if it does not exist.
rt::Result<void> MakeFolder(const std::string& path);

/// Puts a copy of a bundled file into the job's directory and returns the path of the copy. Writes
/// the copy if it does not exist or has another content. All attempts of the job share the copy.
rt::Result<std::string> PlaceOfBundled(const rt::ActionContext& ctx, const hpdl_file& file);

/// Returns the path of a file or folder of the attempt that is beside its work directory. `suffix`
/// begins with a dot.
std::string AttemptPlace(const rt::ActionContext& ctx, const std::string& suffix);

/// Returns the job's directory.
std::string JobDirectory(const rt::ActionContext& ctx);

/// A `<file>`: PATH or PATH#NAME.
struct FileEntry {
  std::string path;
  std::string name;  ///< the name in the work directory
};
/// Parses a FileEntry. Fails with "JA018" if NAME cannot be the name of a file directly in the work
/// directory. `element` is "file" or "archive".
rt::Result<FileEntry> ParseFileEntry(const std::string& element, const std::string& entry);

/// Returns the path of the local file that an entry names. Fails with "JA008" if the file does not
/// exist, and with "E0904" for schemes other than file:.
rt::Result<std::string> LocalPathOf(const std::string& element, const std::string& path);

/// Returns the absolute path on this machine of the file that `path` names: the copy of a bundled
/// file, the copy of a file of Hadoop (remote_files.h), or the file itself. Fails with the errors
/// of PlaceOfBundled() and LocalPathOf().
rt::Result<std::string> PlaceOnMachine(const rt::ActionContext& ctx, const std::string& element,
                                       const std::string& path);

/// Puts a `<file>` into `directory`. A bundled file is copied. For a local file, or the copy of a
/// file of Hadoop (remote_files.h), a link is made. A resumed attempt does not touch an existing
/// file, because the attempt's command may be using it.
rt::Result<void> PlaceFile(const rt::ActionContext& ctx, const std::string& entry,
                           const std::string& directory);

/// Finds an `<archive>`. Returns the path of the archive, and the path of the folder in `directory`
/// into which the archive is to be unpacked.
rt::Result<std::pair<std::string, std::string>> PlaceOfArchive(const rt::ActionContext& ctx,
                                                               const std::string& entry,
                                                               const std::string& directory);

/// Makes `place` a symbolic link to `target` and replaces an existing file at `place`.
rt::Result<void> LinkTo(const std::string& target, const std::string& place);

/// Returns the properties in the XML format of Hadoop's configuration files.
std::string ConfigurationXml(const rt::Properties& properties);

/// True if the name can be the name of an entry in a directory: it is not a path, and not "." or
/// "..".
bool IsPlainName(std::string_view name);
bool FileExists(const std::string& path);
/// Returns an error of class kError with the system's reason: "WHAT PATH: No space left on device".
rt::Error SystemProblem(const std::string& what, const std::string& path);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_WORK_FILES_H_
