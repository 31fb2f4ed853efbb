#ifndef HPDL_COMPILER_CELOS_SCRIPT_PATH_H_
#define HPDL_COMPILER_CELOS_SCRIPT_PATH_H_

#include <optional>
#include <set>
#include <string>

namespace hpdl::celos {

/// What a path of the command line means of scripts of Celos.
struct ScriptPath {
  std::string folder;           ///< of the scripts, without a slash at its end
  std::set<std::string> files;  ///< FOLDER/NAME: only these; none: all
};

/// A file `*.js`, a folder that has some, or one whose folder `workflows` has some; nothing: it is
/// none of these.
std::optional<ScriptPath> ScriptPathOf(const std::string& path);

/// Where the defaults of a folder of scripts are if nobody says: the folder `defaults` beside it.
std::string DefaultsBeside(const std::string& folder);

/// The path of a file in a folder, without "./" in front.
std::string PathIn(const std::string& folder, const std::string& name);

}  // namespace hpdl::celos

#endif  // HPDL_COMPILER_CELOS_SCRIPT_PATH_H_
