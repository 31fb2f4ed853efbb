#include "compiler/driver/celos/script_checks.h"

#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "compiler/celos/check.h"
#include "compiler/driver/commands/command.h"

namespace hpdl::driver {

void AddScriptOptions(CommandLine* line) {
  line->options.add_options()(
      "celos-defaults", TakesOne("DIR"),
      "the folder of the defaults that scripts of Celos import (default: the "
      "folder `defaults` beside the folder of the scripts)");
}

std::optional<celos::ScriptPath> ScriptsOnly(const std::string& path) {
  for (const char* name : {"workflow.xml", "coordinator.xml", "bundle.xml"}) {
    if (::access((path + "/" + name).c_str(), F_OK) == 0) {
      return {};
    }
  }
  return celos::ScriptPathOf(path);
}

rt::Result<CheckedScripts> CheckScripts(const celos::ScriptPath& path, const CommandLine& line,
                                        const Diagnostics::Options& options) {
  const std::string defaults =
      line.Has("celos-defaults") ? line.Get("celos-defaults") : celos::DefaultsBeside(path.folder);
  rt::Result<celos::ScriptFolder> folder = celos::ScriptFolder::Load(path.folder, defaults);
  HPDL_TRY(folder);
  CheckedScripts checked{std::move(*folder), std::make_unique<Diagnostics>(options)};
  celos::Check(checked.folder, path.files, checked.diagnostics.get());
  return checked;
}

bool ScriptChecks::Take(const std::string& path) {
  std::optional<celos::ScriptPath> named = celos::ScriptPathOf(path);
  if (!named) {
    return false;
  }
  const auto known = std::find_if(paths_.begin(), paths_.end(), [&](const celos::ScriptPath& each) {
    return each.folder == named->folder;
  });
  if (known == paths_.end()) {
    paths_.push_back(std::move(*named));
  } else if (named->files.empty()) {
    known->files.clear();
  } else if (!known->files.empty()) {
    known->files.merge(named->files);
  }
  return true;
}

int ScriptChecks::Run(const CommandLine& line, const Diagnostics::Options& options,
                      std::vector<Diagnostic>* found) {
  int exit_code = kExitOk;
  for (const celos::ScriptPath& path : paths_) {
    rt::Result<CheckedScripts> checked = CheckScripts(path, line, options);
    if (!checked) {
      PrintError(checked.error().message);
      exit_code = kExitUsage;
      continue;
    }
    checked_.push_back(std::move(*checked));
    const Diagnostics& diagnostics = *checked_.back().diagnostics;
    if (diagnostics.HasErrors() && exit_code == kExitOk) {
      exit_code = kExitInvalid;
    }
    std::vector<Diagnostic> sorted = diagnostics.Sorted();
    std::move(sorted.begin(), sorted.end(), std::back_inserter(*found));
  }
  return exit_code;
}

}  // namespace hpdl::driver
