#ifndef HPDL_COMPILER_APPLICATION_APPLICATION_H_
#define HPDL_COMPILER_APPLICATION_APPLICATION_H_

#include <string>
#include <string_view>
#include <vector>

#include "compiler/hir/hir.h"

namespace hpdl::application {

/// Files of an application directory that have a meaning of their own.
inline constexpr char kDefinitionName[] = "workflow.xml";
/// Definitions that may lie beside it, or in a directory of their own.
inline constexpr std::string_view kSubmittedNames[] = {"coordinator.xml", "bundle.xml"};
inline constexpr char kPropertiesName[] = "job.properties";
inline constexpr char kIgnoreName[] = ".hpdlignore";

/// A workflow application as found at a PATH: one definition, or a directory or ZIP with
/// workflow.xml and other files.
struct Application {
  std::string definition_name;   ///< what messages call the definition
  std::string definition;        ///< its bytes
  std::string identity;          ///< canonical path; equal for two ways to name one application
  std::string directory;         ///< absolute, against which relative app-paths are resolved
  std::string root;              ///< before a file's path in messages: "app/", "app.zip:"
  bool has_properties = false;   ///< there is a job.properties, which only a built-in rule ignores
  std::vector<hir::File> files;  ///< sorted by path; without the definition and what is ignored
  bool has_all_files = false;    ///< whether these are all, as of a directory or an archive
};

/// Whether a file has a name by which its directory stands for a definition.
bool IsDefinitionName(std::string_view name);
/// Whether that is one of a coordinator or a bundle.
bool IsSubmittedName(std::string_view name);

/// True for the name of what is no part of an application directory whatever .hpdlignore says: what
/// git keeps, and what hpdlc is writing.
bool IsLeftOut(std::string_view name);

void SortByPath(std::vector<hir::File>* files);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_APPLICATION_H_
