#ifndef HPDL_COMPILER_APPLICATION_APPLICATION_H_
#define HPDL_COMPILER_APPLICATION_APPLICATION_H_

#include <string>
#include <string_view>
#include <vector>

#include "compiler/hir/hir.h"

namespace hpdl::application {

/// The names of files that have a special meaning in an application directory.
inline constexpr char kDefinitionName[] = "workflow.xml";
/// The names of definitions that may be beside workflow.xml or in a directory of their own.
inline constexpr std::string_view kSubmittedNames[] = {"coordinator.xml", "bundle.xml"};
inline constexpr char kPropertiesName[] = "job.properties";
inline constexpr char kIgnoreName[] = ".hpdlignore";

/// A workflow application at a PATH: one definition, a definition with its folder, or a directory
/// or ZIP with workflow.xml and other files.
struct Application {
  std::string definition_name;  ///< the name of the definition in messages
  std::string definition;       ///< the bytes of the definition
  std::string identity;   ///< the canonical path; it is the same for all names of one application
  std::string directory;  ///< the absolute path of the directory that relative app-paths start from
  std::string root;       ///< the prefix of a file's path in messages: "app/", "app.zip:"
  /// True if a job.properties was left out although no rule of .hpdlignore names it. A built-in
  /// rule ignores this file.
  bool has_properties = false;
  /// The files, sorted by path, without the definition and ignored files.
  std::vector<hir::File> files;
  bool has_all_files = false;  ///< true if `files` are all files of the application
};

/// Returns the folder of a definition. For a file of this machine the result is canonical. Returns
/// "" for the root directory of a file system, because this directory is never an application.
std::string FolderOf(const std::string& definition);

/// Returns the identity of the application at a PATH. `with_folder`: a definition's folder belongs
/// to its application (LoadOptions). Then a workflow.xml has the identity of its folder.
std::string IdentityOf(std::string path, bool with_folder);

/// True for workflow.xml, coordinator.xml and bundle.xml.
bool IsDefinitionName(std::string_view name);
/// True for coordinator.xml and bundle.xml.
bool IsSubmittedName(std::string_view name);

/// True for git's own files and for unfinished output of hpdlc. These files never belong to an
/// application, even if .hpdlignore includes them again.
bool IsLeftOut(std::string_view name);

void SortByPath(std::vector<hir::File>* files);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_APPLICATION_H_
