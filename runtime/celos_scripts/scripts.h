#ifndef HPDL_RUNTIME_CELOS_SCRIPTS_SCRIPTS_H_
#define HPDL_RUNTIME_CELOS_SCRIPTS_SCRIPTS_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "runtime/base/result.h"
#include "runtime/celos/definition.h"
#include "runtime/celos_scripts/file_outcome.h"
#include "runtime/celos_scripts/script_files.h"
#include "runtime/celos_scripts/script_process.h"
#include "runtime/celos_scripts/script_world.h"

namespace hpdl::rt::celos {

/// Where scripts are, and how they are evaluated.
struct ScriptSettings {
  std::string workflows, defaults;  ///< folders
  ScriptMode mode = ScriptMode::kStrict;
  std::string evaluator;  ///< a program whose main calls EvaluateScriptsIfAsked; "": this one
  std::function<ScheduledTime()> clock;
  /// Of the processor's time, for a file, and for each call of its functions later.
  std::chrono::milliseconds time{1000};
  /// Told of each file of a folder that is loaded, also of one that has not changed, and then of
  /// the defaults that it imports. May be empty.
  std::function<void(const std::string& path, bool defaults)> on_file;
};

/// The scripts of a folder, evaluated in another process. Places are paths below the folders as the
/// settings have them.
///
/// A file that has not changed, nor any defaults that it imports, is not evaluated again, unless it
/// looked at the clock, at registers or at HDFS.
///
/// Not thread-safe. Calls wait for the scripts, which are bounded in their time.
class Scripts final : public PropertySource {
 public:
  /// `surroundings` lives longer.
  Scripts(ScriptSettings settings, ScriptSurroundings* surroundings);
  ~Scripts() override;

  /// What the files define now; the same object if that is what they defined before. An error: the
  /// folder cannot be read.
  Result<std::shared_ptr<const Configuration>> Load();
  /// Of a workflow of the last configuration.
  Result<Properties> PropertiesOf(const Workflow& workflow, ScheduledTime slot) override;

 private:
  /// A file of the folder as it was evaluated last.
  struct Known {
    std::uint64_t version = 0;
    std::map<std::string, std::uint64_t> imported;  ///< versions of defaults, by path
    FileOutcome outcome;
    std::uint64_t generation = 0;  ///< of the process that has its scope
    bool passing = false;          ///< what has stopped the evaluation may not do so again
  };
  class World;

  bool IsCurrent(const Known& known, std::uint64_t version, const std::set<std::string>& claimed);
  void Evaluate(const std::string& path, const std::string& text, std::set<std::string>* claimed,
                Known* known);
  Result<Properties> Call(const std::string& path, Known* known, const Workflow& workflow,
                          ScheduledTime slot);
  void Tell(const std::string& path, bool defaults) const;
  EvaluateRequest RequestOf(const std::string& path, const std::string& text) const;
  std::shared_ptr<const Configuration> Joined() const;

  ScriptSettings settings_;
  ScriptSurroundings* surroundings_;
  ScriptFiles files_;
  ScriptProcess process_;
  std::map<std::string, Known> known_;             ///< by path
  std::map<std::string, std::string> path_of_id_;  ///< where workflows are defined
  std::shared_ptr<const Configuration> last_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_CELOS_SCRIPTS_SCRIPTS_H_
