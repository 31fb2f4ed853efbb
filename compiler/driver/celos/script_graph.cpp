#include "compiler/driver/celos/script_graph.h"

#include "compiler/celos/graph.h"
#include "compiler/draw/graph_formats.h"
#include "compiler/driver/celos/script_checks.h"

namespace hpdl::driver {

rt::Result<std::string> ScriptGraph(const celos::ScriptPath& path, const CommandLine& line,
                                    int* exit_code) {
  *exit_code = kExitUsage;
  const rt::Result<CheckedScripts> checked = CheckScripts(path, line, {});
  HPDL_TRY(checked);
  PrintDiagnostics(checked->diagnostics->Sorted(), "text");
  if (checked->diagnostics->HasErrors()) {
    *exit_code = kExitInvalid;
    return Failure("the scripts have errors");
  }
  const std::string title = path.files.size() == 1 ? *path.files.begin() : path.folder;
  const draw::WaitGraph graph = celos::GraphOf(checked->folder.configuration(), path.files,
                                               title.starts_with("./") ? title.substr(2) : title,
                                               SecretTexts(checked->diagnostics->secrets()));
  return draw::GraphFormatOf(line.Get("format")).waits(graph);
}

}  // namespace hpdl::driver
