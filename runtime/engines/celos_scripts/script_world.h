#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_WORLD_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_WORLD_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// A source of JavaScript.
struct ScriptSource {
  std::string path;  ///< the name of the source in places
  std::string text;
  /// True if the text is code from js::Context::Compile of this engine.
  bool is_code = false;
};

/// The outside world that scripts may look at. The script throws the message of an error.
class ScriptSurroundings {
 public:
  virtual ~ScriptSurroundings() = default;
  /// True if a file or folder exists now. `file_system` as in HdfsCheckTrigger.
  virtual Result<bool> Exists(const std::string& path, const std::string& file_system) = 0;
  /// The JSON of a register; no value: there is no such register.
  virtual Result<std::optional<std::string>> Register(const std::string& bucket,
                                                      const std::string& key) = 0;
  /// The keys of a bucket, each with its JSON.
  virtual Result<std::vector<std::pair<std::string, std::string>>> Registers(
      const std::string& bucket) = 0;
};

/// All that a script may ask during its evaluation.
class ScriptWorld : public ScriptSurroundings {
 public:
  /// Returns a file of defaults by the name given to `importDefaults`.
  virtual Result<ScriptSource> Defaults(const std::string& name) = 0;
  /// Reserves the id of a workflow that is being defined. False: the id is taken.
  virtual bool Claim(const std::string& id) = 0;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_WORLD_H_
