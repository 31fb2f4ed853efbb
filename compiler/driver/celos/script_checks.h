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

/// --celos-defaults, for commands that read scripts of Celos.
void AddScriptOptions(CommandLine* line);

/// The scripts that the one PATH of a command names; nothing: it is that of a definition. A folder
/// that has both means its definition.
std::optional<celos::ScriptPath> ScriptsOnly(const std::string& path);

/// The scripts of a folder, and what was found in them.
struct CheckedScripts {
  celos::ScriptFolder folder;
  std::unique_ptr<Diagnostics> diagnostics;
};
/// The error: a folder cannot be read.
rt::Result<CheckedScripts> CheckScripts(const celos::ScriptPath& path, const CommandLine& line,
                                        const Diagnostics::Options& options);

/// The scripts that the paths of one command name: those of a folder are evaluated once.
class ScriptChecks {
 public:
  /// Whether a path names scripts. A folder of scripts may have definitions too.
  bool Take(const std::string& path);
  bool empty() const { return paths_.empty(); }
  /// Adds to `found`, which refers to this object. Gives the exit code.
  int Run(const CommandLine& line, const Diagnostics::Options& options,
          std::vector<Diagnostic>* found);

 private:
  std::vector<celos::ScriptPath> paths_;
  std::vector<CheckedScripts> checked_;
};

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_CELOS_SCRIPT_CHECKS_H_
