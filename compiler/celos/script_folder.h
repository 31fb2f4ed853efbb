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

/// The evaluated scripts of a folder and their texts.
class ScriptFolder {
 public:
  /// A place in a script in the form that diagnostics use: a buffer and a range.
  struct Spot {
    const SourceBuffer* source = nullptr;  ///< null if the finding has no place in a file
    Range range;
  };

  /// Evaluates the scripts of a folder. `defaults` is the folder of the defaults, which need not
  /// exist. For `evaluator` see rt::celos::ScriptSettings. Load() fails only if the folder cannot
  /// be read.
  static Result<ScriptFolder> Load(const std::string& folder, const std::string& defaults,
                                   const std::string& evaluator = "");

  ~ScriptFolder();
  ScriptFolder(ScriptFolder&&) noexcept;
  ScriptFolder& operator=(ScriptFolder&&) noexcept;

  const rt::celos::Configuration& configuration() const { return *configuration_; }
  /// Returns the time that the scripts got as the current time.
  rt::celos::ScheduledTime evaluated() const;
  /// Returns the properties with which a slot of a workflow is submitted. Calls functions of the
  /// script.
  rt::Result<rt::celos::Properties> PropertiesOf(const rt::celos::Workflow& workflow,
                                                 rt::celos::ScheduledTime slot) const;
  /// The compiled code of a script or a defaults file. A program may contain this code.
  struct Code {
    std::string path;  ///< the path in the form of rt::celos::Place::file
    std::string name;  ///< the name under which scripts import defaults; "" for a script
    std::string code;
  };
  /// Returns the code of these scripts and of all defaults. Fails if a script cannot be compiled.
  rt::Result<std::vector<Code>> CodeOf(const std::set<std::string>& scripts) const;
  /// True if a path, in the form of rt::celos::Place::file, is a script of the folder. Returns
  /// false for defaults.
  bool IsScript(const std::string& path) const { return scripts_.contains(path); }
  /// Returns the spot of the name or text that begins at the place.
  Spot SpotOf(const rt::celos::Place& place) const;
  /// Returns the spot of the value of a workflow's option. If the option is not found in the text
  /// of the script, returns the spot of the workflow's definition.
  Spot SpotOfOption(const rt::celos::Workflow& workflow, const std::string& option) const;
  /// Returns the spot of a text at a place or shortly behind it. If the text is not found, returns
  /// the spot of the place.
  Spot SpotOfText(const rt::celos::Place& place, std::string_view text) const;
  /// Makes secrets in the scripts appear as asterisks in diagnostics.
  void HideSecrets(Diagnostics* diagnostics) const;

 private:
  struct Evaluation;  ///< the evaluator and its inputs, which stay in use after Load()

  ScriptFolder();
  std::uint32_t OffsetOf(const SourceBuffer& source, const rt::celos::Place& place) const;

  std::shared_ptr<const rt::celos::Configuration> configuration_;
  std::unique_ptr<Evaluation> evaluation_;
  std::set<std::string> scripts_;
  /// The scripts and defaults by path, in the form of rt::celos::Place::file.
  std::map<std::string, std::unique_ptr<const SourceBuffer>> sources_;
};

}  // namespace hpdl::celos

#endif  // HPDL_COMPILER_CELOS_SCRIPT_FOLDER_H_
