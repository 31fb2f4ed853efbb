#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPTS_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPTS_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "runtime/engines/celos_scripts/file_outcome.h"
#include "runtime/engines/celos_scripts/script_files.h"
#include "runtime/engines/celos_scripts/script_process.h"
#include "runtime/engines/celos_scripts/script_world.h"
#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/definition.h"

namespace hpdl::rt::celos {

/// The text of a whole file, and the texts of the defaults that the file imported, by path. A file
/// is whole if its evaluation has no error.
struct WholeScript {
  std::string text;
  std::map<std::string, std::string> imported;

  bool operator==(const WholeScript&) const = default;
};

/// Stores scripts that are whole (WholeScript) for a later process.
class WholeScripts {
 public:
  virtual ~WholeScripts() = default;
  /// Returns all whole scripts by path.
  virtual std::map<std::string, WholeScript> Read() = 0;
  /// Stores the changed scripts by path; a script without a value no longer exists. Returns true if
  /// the changes are stored.
  virtual bool Write(const std::map<std::string, std::optional<WholeScript>>& changed) = 0;
};

/// The folders of scripts and the rules of their evaluation.
struct ScriptSettings {
  std::string workflows, defaults;  ///< the paths of the folders of workflows and of defaults
  ScriptMode mode = ScriptMode::kStrict;
  /// The path of a program whose main() calls EvaluateScriptsIfAsked(); "" means the program of
  /// this process.
  std::string evaluator;
  std::function<ScheduledTime()> clock;
  /// The limit of processor time for a file, and for each later call of its functions.
  std::chrono::milliseconds time{1000};
  /// Scripts calls this function for each loaded file of a folder, even an unchanged file, and then
  /// for the defaults that the file imports. The function may be empty.
  std::function<void(const std::string& path, bool defaults)> on_file;
  /// If true, a broken file keeps the definitions of its last error-free version. While the folder
  /// cannot be read, all files keep their definitions.
  bool keep_good = false;
  /// Stores the error-free versions for later processes if keep_good is true. Must outlive Scripts.
  /// If null, the versions are not stored.
  WholeScripts* whole = nullptr;
};

/// Loads the scripts of a folder. ScriptProcess evaluates them in a separate process. Place::file
/// is the folder's path in the settings followed by the name of the file.
///
/// An unchanged file with unchanged defaults is only evaluated again if it has read the clock,
/// registers or HDFS.
///
/// The class is not thread-safe. Calls block while scripts run; the time of scripts is limited.
class Scripts final : public PropertySource {
 public:
  /// `surroundings` must outlive this object.
  Scripts(ScriptSettings settings, ScriptSurroundings* surroundings);
  ~Scripts() override;

  /// Returns the definitions of all files. Returns the same object as before if the definitions are
  /// unchanged, and an error if the folder cannot be read.
  Result<std::shared_ptr<const Configuration>> Load();
  /// Returns the properties of a slot. `workflow` belongs to the last configuration.
  Result<Properties> PropertiesOf(const Workflow& workflow, ScheduledTime slot) override;

 private:
  /// An error-free version of a file, and the result of its evaluation.
  struct Good {
    WholeScript source;
    FileOutcome outcome;
  };
  /// A file of the folder after its last evaluation.
  struct Known {
    std::uint64_t version = 0;
    /// The version of each imported file of defaults, by path.
    std::map<std::string, std::uint64_t> imported;
    FileOutcome outcome;
    std::uint64_t generation = 0;  ///< the generation of the process that keeps the file's scope
    bool passing = false;  ///< true if the next evaluation may succeed although no file has changed
    /// The last error-free version. The pointer is null if there is no error-free version or if
    /// keep_good is false.
    std::shared_ptr<const Good> good;
    /// The version with the file's present text, if its evaluation has no error but its schedules
    /// form a circle with other files.
    std::shared_ptr<const Good> circling;
    /// The value of `good` before the current load. The value is used only during the load.
    std::shared_ptr<const Good> before;

    /// True if the file is broken or in a circle, and the version `good` is used instead.
    bool kept() const { return outcome.error && good != nullptr; }
    const FileOutcome& now() const { return kept() ? good->outcome : outcome; }
  };
  class World;

  bool IsCurrent(const Known& known, std::uint64_t version, const std::set<std::string>& claimed);
  void Evaluate(const std::string& path, const std::string& text, std::set<std::string>* claimed,
                Known* known);
  void KeepGood(const std::string& path, const std::string& text,
                std::shared_ptr<const Good> before, Known* known);
  /// Evaluates the last error-free version of the file, which an earlier process has stored.
  /// Returns null if there is no such version.
  std::shared_ptr<const Good> GoodBefore(const std::string& path);
  /// Makes the files of a circle of schedules keep the versions that they had before the circle.
  /// `fresh` are the files that this load has evaluated.
  void HoldCircles(const std::set<std::string>& fresh);
  void HoldThose(std::set<std::string> paths);
  void Hold(const std::string& path, const ScriptError& error, Known* known);
  void StoreWhole();
  void AddExcerpt(ScriptError* error);
  /// Returns a copy of the last configuration, and adds `error` to the copy as an error of the
  /// whole folder.
  std::shared_ptr<const Configuration> LastWith(const Error& error) const;
  Result<Properties> Call(const std::string& path, Known* known, const Workflow& workflow,
                          ScheduledTime slot);
  void Tell(const std::string& path, bool defaults) const;
  EvaluateRequest RequestOf(const std::string& path, const std::string& text) const;
  std::shared_ptr<const Configuration> Joined() const;

  ScriptSettings settings_;
  ScriptSurroundings* surroundings_;
  ScriptFiles files_;
  ScriptProcess process_;
  std::map<std::string, Known> known_;             ///< the files by path
  std::map<std::string, std::string> path_of_id_;  ///< paths of the defining files by workflow id
  std::shared_ptr<const Configuration> last_;
  /// The scripts that are stored in WholeScripts, by path; no value before they are read.
  std::optional<std::map<std::string, WholeScript>> stored_;
  bool unstored_ = false;  ///< true if the last changes of error-free versions could not be stored
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPTS_H_
