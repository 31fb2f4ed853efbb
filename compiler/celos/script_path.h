#ifndef HPDL_COMPILER_CELOS_SCRIPT_PATH_H_
#define HPDL_COMPILER_CELOS_SCRIPT_PATH_H_

#include <optional>
#include <set>
#include <string>

namespace hpdl::celos {

/// The scripts of Celos that a path on the command line names.
struct ScriptPath {
  std::string folder;  ///< the folder of the scripts, without a slash at its end
  /// FOLDER/NAME of each chosen script; empty if all scripts are chosen.
  std::set<std::string> files;
};

/// Returns the script path for a file `*.js`, for a folder with scripts, or for a folder whose
/// subfolder `workflows` has scripts. Returns nullopt for any other path.
std::optional<ScriptPath> ScriptPathOf(const std::string& path);

/// Returns the folder `defaults` beside the folder of the scripts. It is used if the user names no
/// folder of defaults.
std::string DefaultsBeside(const std::string& folder);

/// Returns the path of a file in a folder, without a leading "./".
std::string PathIn(const std::string& folder, const std::string& name);

}  // namespace hpdl::celos

#endif  // HPDL_COMPILER_CELOS_SCRIPT_PATH_H_
