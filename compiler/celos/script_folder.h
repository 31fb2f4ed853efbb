#ifndef HPDL_COMPILER_CELOS_SCRIPT_FOLDER_H_
#define HPDL_COMPILER_CELOS_SCRIPT_FOLDER_H_

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "compiler/base/failure.h"
#include "compiler/base/source.h"
#include "compiler/diagnostics/diagnostics.h"
#include "runtime/rules/celos/definition.h"

namespace hpdl::celos {

/// The scripts of a folder as they were evaluated, and their texts.
class ScriptFolder {
 public:
  /// A place of a script as diagnostics have it.
  struct Spot {
    const SourceBuffer* source = nullptr;  ///< null: not about a place in a file
    Range range;
  };

  /// `defaults`: the folder of the defaults, which need not be there. `evaluator`: see
  /// rt::celos::ScriptSettings. The error: the folder cannot be read.
  static Result<ScriptFolder> Load(const std::string& folder, const std::string& defaults,
                                   const std::string& evaluator = "");

  ~ScriptFolder();
  ScriptFolder(ScriptFolder&&) noexcept;
  ScriptFolder& operator=(ScriptFolder&&) noexcept;

  const rt::celos::Configuration& configuration() const { return *configuration_; }
  /// The time that the scripts were told.
  rt::celos::ScheduledTime evaluated() const;
  /// What a slot of a workflow is submitted with; calls functions of its script.
  rt::Result<rt::celos::Properties> PropertiesOf(const rt::celos::Workflow& workflow,
                                                 rt::celos::ScheduledTime slot) const;
  /// A script or the defaults of scripts as code of the engine, which a program may have.
  struct Code {
    std::string path;  ///< as places have it
    std::string name;  ///< of defaults: what scripts import them by
    std::string code;
  };
  /// Those scripts, and all defaults. The error: nothing could be compiled now.
  rt::Result<std::vector<Code>> CodeOf(const std::set<std::string>& scripts) const;
  /// Whether a path, as places have it, is that of a script of the folder, not of defaults.
  bool IsScript(const std::string& path) const { return scripts_.contains(path); }
  /// With the name or text that begins there.
  Spot SpotOf(const rt::celos::Place& place) const;
  /// Where the value of an option of a workflow stands; where the workflow is defined if it is not
  /// written out.
  Spot SpotOfOption(const rt::celos::Workflow& workflow, const std::string& option) const;
  /// Where a text stands at a place or soon behind it; else the place.
  Spot SpotOfText(const rt::celos::Place& place, std::string_view text) const;
  /// Has secrets that are written out in the scripts shown as asterisks.
  void HideSecrets(Diagnostics* diagnostics) const;

 private:
  struct Evaluation;  ///< what goes on after Load(): who evaluates, and what it was told

  ScriptFolder();
  std::uint32_t OffsetOf(const SourceBuffer& source, const rt::celos::Place& place) const;

  std::shared_ptr<const rt::celos::Configuration> configuration_;
  std::unique_ptr<Evaluation> evaluation_;
  std::set<std::string> scripts_;
  std::map<std::string, std::unique_ptr<const SourceBuffer>> sources_;  ///< by path, as places
};

}  // namespace hpdl::celos

#endif  // HPDL_COMPILER_CELOS_SCRIPT_FOLDER_H_
