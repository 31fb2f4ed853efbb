#ifndef HPDL_COMPILER_DRIVER_CELOS_SCRIPT_CHECKS_H_
#define HPDL_COMPILER_DRIVER_CELOS_SCRIPT_CHECKS_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/celos/script_folder.h"
#include "compiler/celos/script_path.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/driver/commands/options.h"

namespace hpdl::driver {

/// Adds --celos-defaults, for commands that read scripts of Celos.
void AddScriptOptions(CommandLine* line);

/// Returns the scripts of Celos at `path`. Returns nothing if `path` has a definition, even if
/// `path` has scripts, too.
std::optional<celos::ScriptPath> ScriptsOnly(const std::string& path);

/// The scripts of a folder, and the diagnostics about them.
struct CheckedScripts {
  celos::ScriptFolder folder;
  std::unique_ptr<Diagnostics> diagnostics;
};
/// Reads and checks the scripts of a folder. Fails if a folder cannot be read.
rt::Result<CheckedScripts> CheckScripts(const celos::ScriptPath& path, const CommandLine& line,
                                        const Diagnostics::Options& options);

/// Checks the scripts to which the operands of a command refer. Evaluates the scripts of one folder
/// only once.
class ScriptChecks {
 public:
  /// If `path` has scripts, stores `path` and returns true; otherwise returns false. A folder of
  /// scripts may have definitions, too.
  bool Take(const std::string& path);
  bool empty() const { return paths_.empty(); }
  /// Checks all scripts and adds the diagnostics to `found`. This object must outlive the
  /// diagnostics. Returns the exit code.
  int Run(const CommandLine& line, const Diagnostics::Options& options,
          std::vector<Diagnostic>* found);

 private:
  std::vector<celos::ScriptPath> paths_;
  std::vector<CheckedScripts> checked_;
};

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_CELOS_SCRIPT_CHECKS_H_
