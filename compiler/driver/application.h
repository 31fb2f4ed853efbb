#ifndef HPDL_COMPILER_DRIVER_APPLICATION_H_
#define HPDL_COMPILER_DRIVER_APPLICATION_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/hir/hir.h"

namespace hpdl::driver {

/// Files of an application directory that have a meaning of their own; each dialect has its file of
/// defaults.
inline constexpr char kDefinitionName[] = "workflow.xml";
inline constexpr char kIgnoreName[] = ".hpdlignore";
inline constexpr char kOozieDefaults[] = "config-default.xml";
inline constexpr char kHwsDefaults[] = "configuration.xml";

/// A workflow application as found at a PATH: one definition, or a directory or ZIP with
/// workflow.xml and other files.
struct Application {
  std::string definition_name;   ///< what messages call the definition
  std::string definition;        ///< its bytes
  std::string identity;          ///< canonical path; equal for two ways to name one application
  std::string directory;         ///< absolute, against which relative app-paths are resolved
  std::string root;              ///< before a file's path in messages: "app/", "app.zip:"
  std::vector<hir::File> files;  ///< sorted by path; without the definition and what is ignored

  /// Takes a file out of `files` with its bytes; nothing if there is none of that path.
  std::optional<std::string> Take(const std::string& path, std::string* error);
};

/// Reads the definition and lists the files. `leave_out` is the canonical path of a file that is
/// not part of the application even if it lies in it (the program that is being built). False with
/// one sentence in `error`.
bool LoadApplication(const std::string& path, const std::string& leave_out,
                     Application* application, std::string* error);

/// Lists beside a local workflow.xml that was loaded alone the files of defaults that its directory
/// would have given it. Nothing for anything else. False with one sentence in `error`.
bool AddDefaultsBeside(const std::string& path, Application* application, std::string* error);

/// True for the name of what is no part of an application directory whatever .hpdlignore says: what
/// git keeps, and what hpdlc is writing.
bool IsLeftOut(std::string_view name);
/// Whether a file with these bytes is an archive; one may be empty.
bool IsZip(std::string_view bytes);

/// The members of a ZIP archive in memory. False with one sentence in `error`: damaged, encrypted,
/// a member's path leads out of the archive, or it unpacks to more than 1.5 GiB.
bool ReadZip(const std::string& path, std::vector<hir::File>* files, std::string* error);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_APPLICATION_H_
