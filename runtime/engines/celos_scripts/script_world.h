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
  std::string path;  ///< what places in it are told by
  std::string text;
  /// The text is code that this engine has made of it (js::Context::Compile).
  bool is_code = false;
};

/// What scripts may look at beside their files. Errors are thrown in the script by their messages.
class ScriptSurroundings {
 public:
  virtual ~ScriptSurroundings() = default;
  /// Whether a file or folder is there now. `file_system` as in HdfsCheckTrigger.
  virtual Result<bool> Exists(const std::string& path, const std::string& file_system) = 0;
  /// The JSON of a register; nothing: there is none.
  virtual Result<std::optional<std::string>> Register(const std::string& bucket,
                                                      const std::string& key) = 0;
  /// Keys of a bucket, each with its JSON.
  virtual Result<std::vector<std::pair<std::string, std::string>>> Registers(
      const std::string& bucket) = 0;
};

/// All that scripts ask while they are evaluated.
class ScriptWorld : public ScriptSurroundings {
 public:
  /// A file of defaults, by what a script has given to `importDefaults`.
  virtual Result<ScriptSource> Defaults(const std::string& name) = 0;
  /// A workflow of this id is being defined. False: there is one already.
  virtual bool Claim(const std::string& id) = 0;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_WORLD_H_
