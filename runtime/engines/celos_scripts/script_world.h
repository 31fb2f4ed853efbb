#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_WORLD_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_WORLD_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// A JavaScript source or compiled code.
struct ScriptSource {
  std::string path;  ///< the file name that the places of errors have
  std::string text;
  /// True if the text is code from js::Context::Compile of this engine.
  bool is_code = false;
};

/// The files and registers that scripts may read. If a function returns an error, the script throws
/// an exception with the error's message.
class ScriptSurroundings {
 public:
  virtual ~ScriptSurroundings() = default;
  /// True if a file or folder exists now. `file_system` has the form of
  /// HdfsCheckTrigger::file_system.
  virtual Result<bool> Exists(const std::string& path, const std::string& file_system) = 0;
  /// Returns the JSON of a register, or no value if there is no such register.
  virtual Result<std::optional<std::string>> Register(const std::string& bucket,
                                                      const std::string& key) = 0;
  /// Returns the keys of a bucket, each with the JSON of its register.
  virtual Result<std::vector<std::pair<std::string, std::string>>> Registers(
      const std::string& bucket) = 0;
};

/// All functions outside a script that the evaluation of the script may call.
class ScriptWorld : public ScriptSurroundings {
 public:
  /// Returns the file of defaults for the name that a script passes to `importDefaults`.
  virtual Result<ScriptSource> Defaults(const std::string& name) = 0;
  /// Reserves the id of a workflow that is being defined. Returns false if the id is taken.
  virtual bool Claim(const std::string& id) = 0;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_WORLD_H_
