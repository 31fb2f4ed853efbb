#ifndef HPDL_STDLIB_LOCAL_REMOTE_FILES_H_
#define HPDL_STDLIB_LOCAL_REMOTE_FILES_H_

#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"

/// Files of Hadoop's file systems that a local command needs: copied into the attempt's directory
/// before anything else is done, so that what finds files afterwards has to look on this machine
/// only.
namespace hpdl::stdlib {

/// What an action names, as it was written; a file may have its #NAME.
struct NamedFiles {
  std::vector<std::string> job_xml;
  std::vector<std::string> files;    ///< and archives
  std::vector<std::string> folders;  ///< folders of libraries, or single libraries
};

/// Copies those that are neither in the application nor on this machine. Paths without scheme are
/// on `name_node`, "" for Hadoop's default file system, if one is configured. A resumed attempt
/// copies what it lacks. Errors: "JA008" a file that is not there, cannot be read or is too large
/// (setting hpdl.hadoop.fetch.max), "JA018" no room here; a name node that does not answer as for
/// fs actions; "E0904" a file system that cannot be reached. Then, in a program with names, the
/// expressions in job_xml are evaluated: EvaluateJobXml() of job_xml.h, and its errors.
rt::Task<rt::Result<void>> FetchFiles(rt::ActionContext& ctx, NamedFiles named,
                                      std::string name_node);

/// Where the copy of a path has a place of its own in the attempt: files keep their names there,
/// for libraries are told by them. What is kept beside it has a suffix.
std::string FetchedPlace(const rt::ActionContext& ctx, const std::string& path);

/// The copy that FetchFiles() made of `path`: a file, or a folder; "" if it made none.
std::string FetchedPath(const rt::ActionContext& ctx, const std::string& path);

/// Puts the copy into the place of each entry that has one, with the name that the entry had.
void NameFetched(const rt::ActionContext& ctx, std::vector<std::string>* entries);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_REMOTE_FILES_H_
