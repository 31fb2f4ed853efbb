#ifndef HPDL_STDLIB_LOCAL_REMOTE_FILES_H_
#define HPDL_STDLIB_LOCAL_REMOTE_FILES_H_

#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"

/// Files of Hadoop's file systems that a local command needs. They are copied into the attempt's
/// directory before anything else is done, so code that runs later looks for files only on this
/// machine.
namespace hpdl::stdlib {

/// The paths that an action names, as written. The path of a file may end with #NAME.
struct NamedFiles {
  std::vector<std::string> job_xml;
  std::vector<std::string> files;    ///< files and archives
  std::vector<std::string> folders;  ///< folders of libraries, or single libraries
  std::vector<std::string> shared;   ///< names of folders of the system's shared library
};

/// Copies the files that are neither in the application nor on this machine. Paths without scheme
/// are on `name_node`; if `name_node` is "", they are on Hadoop's default file system, if one is
/// configured. A resumed attempt copies the files that it lacks. In a program with a table of names
/// the function then calls EvaluateJobXml() of job_xml.h for `named.job_xml`.
/// Fails with "JA008" if a file does not exist, cannot be read or is too large (setting
/// hpdl.hadoop.fetch.max). Fails with "JA018" if this machine has no room, and with "E0904" if a
/// file system cannot be reached. Also fails with the errors of fs actions if a name node does not
/// answer, and with the errors of EvaluateJobXml().
rt::Task<rt::Result<void>> FetchFiles(rt::ActionContext& ctx, NamedFiles named,
                                      std::string name_node);

/// Returns the path by which FetchedPath() finds the folder `name` of the system's shared library,
/// also if the folder is on this machine.
std::string SharedName(const std::string& name);

/// Returns the directory for the attempt's copy of `path`. Each path has its own directory, so the
/// copy keeps the name of the file, by which a library is recognised. The other files that belong
/// to the copy are beside this directory; their names are the directory's name with a suffix.
std::string FetchedPlace(const rt::ActionContext& ctx, const std::string& path);

/// Returns the path of the copy of `path`, a file or a folder, that FetchFiles() made. Returns ""
/// if there is no copy.
std::string FetchedPath(const rt::ActionContext& ctx, const std::string& path);

/// If the file of an entry was copied, replaces the path in the entry by the path of the copy. The
/// #NAME of the entry stays.
void NameFetched(const rt::ActionContext& ctx, std::vector<std::string>* entries);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_REMOTE_FILES_H_
