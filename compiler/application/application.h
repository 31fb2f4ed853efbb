#ifndef HPDL_COMPILER_APPLICATION_APPLICATION_H_
#define HPDL_COMPILER_APPLICATION_APPLICATION_H_

#include <string>
#include <string_view>
#include <vector>

#include "compiler/hir/hir.h"

namespace hpdl::application {

/// Files of an application directory with a special meaning.
inline constexpr char kDefinitionName[] = "workflow.xml";
/// Definitions that may be beside workflow.xml or in a directory of their own.
inline constexpr std::string_view kSubmittedNames[] = {"coordinator.xml", "bundle.xml"};
inline constexpr char kPropertiesName[] = "job.properties";
inline constexpr char kIgnoreName[] = ".hpdlignore";

/// A workflow application at a PATH: one definition, or a directory or ZIP with workflow.xml and
/// other files.
struct Application {
  std::string definition_name;  ///< the name of the definition in messages
  std::string definition;       ///< the bytes of the definition
  std::string identity;         ///< canonical path; equal for different names of one application
  std::string directory;        ///< absolute; relative app-paths start from it
  std::string root;             ///< the prefix of a file's path in messages: "app/", "app.zip:"
  /// True if there is a job.properties that only a built-in rule ignores.
  bool has_properties = false;
  std::vector<hir::File> files;  ///< sorted by path, without the definition and ignored files
  bool has_all_files = false;  ///< true if `files` are all files, as for a directory or an archive
};

/// True if a directory with a file of this name counts as a definition.
bool IsDefinitionName(std::string_view name);
/// True if the name is the name of a coordinator or a bundle definition.
bool IsSubmittedName(std::string_view name);

/// True for names that never belong to an application, whatever .hpdlignore says: git's own files
/// and the unfinished output of hpdlc.
bool IsLeftOut(std::string_view name);

void SortByPath(std::vector<hir::File>* files);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_APPLICATION_H_
