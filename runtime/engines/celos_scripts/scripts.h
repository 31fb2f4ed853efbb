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

/// A file that was whole, and the defaults that it imported, by path.
struct WholeScript {
  std::string text;
  std::map<std::string, std::string> imported;

  bool operator==(const WholeScript&) const = default;
};

/// Keeps them for a later process.
class WholeScripts {
 public:
  virtual ~WholeScripts() = default;
  /// All, by path.
  virtual std::map<std::string, WholeScript> Read() = 0;
  /// What has changed; nothing: the file is no longer there. Whether it is kept.
  virtual bool Write(const std::map<std::string, std::optional<WholeScript>>& changed) = 0;
};

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
  /// A file that is broken defines what it did when it was whole; so do all of them while their
  /// folder cannot be read.
  bool keep_good = false;
  /// Then what was whole in an earlier process; null: nothing is known of that. Lives longer.
  WholeScripts* whole = nullptr;
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
  /// A file when it was whole.
  struct Good {
    WholeScript source;
    FileOutcome outcome;
  };
  /// A file of the folder as it was evaluated last.
  struct Known {
    std::uint64_t version = 0;
    std::map<std::string, std::uint64_t> imported;  ///< versions of defaults, by path
    FileOutcome outcome;
    std::uint64_t generation = 0;      ///< of the process that has its scope
    bool passing = false;              ///< what has stopped the evaluation may not do so again
    std::shared_ptr<const Good> good;  ///< null: it never was, or they are not kept
    /// It is whole, but for a circle of schedules that it closes with others.
    std::shared_ptr<const Good> circling;
    std::shared_ptr<const Good> before;  ///< while it is loaded: `good` before that

    /// It is broken, or in a circle, and what it was before holds.
    bool kept() const { return outcome.error && good != nullptr; }
    const FileOutcome& now() const { return kept() ? good->outcome : outcome; }
  };
  class World;

  bool IsCurrent(const Known& known, std::uint64_t version, const std::set<std::string>& claimed);
  void Evaluate(const std::string& path, const std::string& text, std::set<std::string>* claimed,
                Known* known);
  void KeepGood(const std::string& path, const std::string& text,
                std::shared_ptr<const Good> before, Known* known);
  /// Of an earlier process; null: there is none.
  std::shared_ptr<const Good> GoodBefore(const std::string& path);
  /// Has the files of a circle be what they were before it. `fresh`: those evaluated just now.
  void HoldCircles(const std::set<std::string>& fresh);
  void HoldThose(std::set<std::string> paths);
  void Hold(const std::string& path, const ScriptError& error, Known* known);
  void StoreWhole();
  void AddExcerpt(ScriptError* error);
  /// What there was, with an error that is about all of it.
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
  std::map<std::string, Known> known_;             ///< by path
  std::map<std::string, std::string> path_of_id_;  ///< where workflows are defined
  std::shared_ptr<const Configuration> last_;
  std::optional<std::map<std::string, WholeScript>> stored_;  ///< once it has been read
  bool unstored_ = false;                                     ///< the last change could not be kept
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPTS_H_
