#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "compiler/driver/command.h"
#include "compiler/driver/definition.h"
#include "compiler/driver/options.h"
#include "compiler/hir/graph.h"

namespace po = boost::program_options;

namespace hpdl::driver {
namespace {

constexpr char kAbout[] =
    "Prints the graph of a workflow: for Graphviz (dot), as a drawing (svg, made by Graphviz' "
    "program\n"
    "dot), or for Markdown (mermaid).";

constexpr int kNotFound = 127;  ///< as shells have it

/// Graphviz draws; its output goes to our stdout.
int DrawSvg(const std::string& dot) {
  std::signal(SIGPIPE, SIG_IGN);  // without dot nobody reads; the exit code tells
  std::FILE* drawing = ::popen("command -v dot >/dev/null 2>&1 || exit 127; exec dot -Tsvg", "w");
  if (drawing == nullptr) {
    std::fprintf(stderr, "hpdlc: cannot start dot: %s\n", std::strerror(errno));
    return kExitUsage;
  }
  std::fwrite(dot.data(), 1, dot.size(), drawing);
  const int status = ::pclose(drawing);
  if (status != 0) {
    const bool missing = WIFEXITED(status) && WEXITSTATUS(status) == kNotFound;
    std::fprintf(
        stderr, "%s",
        !missing
            ? "hpdlc: dot failed\n"
            : "hpdlc: --format svg needs the program dot (Debian's package graphviz); --format "
              "dot and --format mermaid need nothing\n");
    return kExitUsage;
  }
  return kExitOk;
}

}  // namespace

int GraphCommand(const Arguments& arguments) {
  CommandLine line("graph", "PATH [--format dot|svg|mermaid]", kAbout);
  line.options.add_options()("format",
                             po::value<std::string>()->default_value("dot")->value_name("FORMAT"),
                             "dot, svg or mermaid");
  if (!line.Parse(arguments)) {
    return line.exit_code;
  }
  const std::string format = line.Get("format");
  if (format != "dot" && format != "svg" && format != "mermaid") {
    return UsageError(line.name, "--format wants dot, svg or mermaid, not '" + format + "'");
  }
  if (line.operands.size() != 1) {
    return UsageError(line.name, "want one PATH");
  }
  std::string error;
  const std::unique_ptr<Definition> definition =
      Compile(line.operands[0], CompileOptions(), &error);
  if (definition == nullptr) {
    std::fprintf(stderr, "hpdlc: %s\n", error.c_str());
    return kExitUsage;
  }
  PrintDiagnostics(definition->diagnostics.Sorted(), "text");
  if (definition->hir == nullptr) {
    return kExitInvalid;
  }
  const std::string text =
      format == "mermaid" ? hir::FormatMermaid(*definition->hir) : hir::FormatDot(*definition->hir);
  if (format == "svg") {
    std::fflush(stdout);
    return DrawSvg(text);
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  return kExitOk;
}

}  // namespace hpdl::driver
