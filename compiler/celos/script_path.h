#ifndef HPDL_COMPILER_CELOS_SCRIPT_PATH_H_
#define HPDL_COMPILER_CELOS_SCRIPT_PATH_H_

#include <optional>
#include <set>
#include <string>

namespace hpdl::celos {

/// The meaning of a command line path as scripts of Celos.
struct ScriptPath {
  std::string folder;           ///< the folder of the scripts, without a slash at its end
  std::set<std::string> files;  ///< FOLDER/NAME of the wanted scripts; empty: all scripts
};

/// Returns the script path for a file `*.js`, for a folder with scripts, or for a folder whose
/// subfolder `workflows` has scripts. Returns nullopt for any other path.
std::optional<ScriptPath> ScriptPathOf(const std::string& path);

/// Returns the folder of the defaults if no folder is given: the folder `defaults` beside the
/// scripts.
std::string DefaultsBeside(const std::string& folder);

/// Returns the path of a file in a folder, without a leading "./".
std::string PathIn(const std::string& folder, const std::string& name);

}  // namespace hpdl::celos

#endif  // HPDL_COMPILER_CELOS_SCRIPT_PATH_H_
