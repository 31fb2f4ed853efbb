#include <cstdio>

#include "compiler/draw/draw.h"
#include "compiler/draw/graph_text.h"
#include "compiler/driver/command.h"
#include "compiler/driver/definition.h"
#include "compiler/driver/options.h"

namespace po = boost::program_options;

namespace hpdl::driver {
namespace {

constexpr char kAboutGraph[] =
    "Prints the graph of a workflow: as a picture (svg), for Graphviz (dot) or for Markdown "
    "(mermaid).";

/// The text of a graph in one of the formats; empty after a message.
std::string Format(const hir::Workflow& workflow, const std::string& format) {
  if (format == "mermaid") {
    return draw::FormatMermaid(workflow);
  }
  if (format == "dot") {
    return draw::FormatDot(workflow);
  }
  rt::Result<std::string> svg = draw::DrawSvg(workflow);
  if (!svg) {
    PrintError("no picture: " + svg.error().message +
               "; --format dot and --format mermaid have no such limit");
    return {};
  }
  return std::move(*svg);
}

/// Graphs are passed on: what is secret in the definition becomes asterisks in it.
void HideSecrets(Definition* definition) {
  const SourceBuffer& source = *definition->source;
  const Secrets& secrets = definition->diagnostics.secrets();
  const SecretTexts texts(secrets);
  for (hir::Value& value : definition->hir->values) {
    value.text = texts.Masked(value.text);
  }
  const auto size = static_cast<std::uint32_t>(source.text().size());
  definition->source =
      std::make_unique<SourceBuffer>(source.name(), secrets.Shown(source, {0, size}));
  definition->hir->source = definition->source.get();
}

}  // namespace

int GraphCommand(const Arguments& arguments) {
  CommandLine line("graph", "PATH [--format dot|svg|mermaid]", kAboutGraph);
  line.options.add_options()("format",
                             po::value<std::string>()->default_value("dot")->value_name("FORMAT"),
                             "dot, svg or mermaid");
  if (!line.Parse(arguments)) {
    return line.exit_code;
  }
  if (!IsOneOf(line, "format", {"dot", "svg", "mermaid"})) {
    return kExitUsage;
  }
  if (line.operands.size() != 1) {
    return UsageError(line.name, "want one PATH");
  }
  rt::Result<Compiled> compiled = Compile(line.operands[0], CompileOptions());
  if (!compiled) {
    PrintError(compiled.error().message);
    return kExitUsage;
  }
  const std::unique_ptr<Definition> definition = std::move(compiled->definition);
  PrintDiagnostics(definition->diagnostics.Sorted(), "text");
  if (definition->hir == nullptr) {
    return kExitInvalid;
  }
  HideSecrets(definition.get());
  const std::string text = Format(*definition->hir, line.Get("format"));
  if (text.empty()) {
    return kExitUsage;
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  return kExitOk;
}

}  // namespace hpdl::driver
