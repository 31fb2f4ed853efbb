#include "compiler/driver/celos/script_graph.h"

#include "compiler/celos/graph.h"
#include "compiler/draw/wait_graph.h"
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
  const std::string format = line.Get("format");
  return format == "mermaid" ? draw::FormatWaitsMermaid(graph)
         : format == "dot"   ? draw::FormatWaitsDot(graph)
         : format == "png"   ? draw::DrawWaitsPng(graph)
                             : draw::DrawWaits(graph);
}

}  // namespace hpdl::driver
