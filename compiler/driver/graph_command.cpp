#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>

#include "compiler/draw/draw.h"
#include "compiler/draw/graph_text.h"
#include "compiler/driver/command.h"
#include "compiler/driver/definition.h"
#include "compiler/driver/options.h"
#include "runtime/base/new_file.h"

namespace po = boost::program_options;

namespace hpdl::driver {
namespace {

constexpr char kAboutGraph[] =
    "Prints the graph of a workflow: as a picture (svg, png), for Graphviz (dot) or for Markdown "
    "(mermaid).";

/// The graph in one of the formats; empty after a message.
std::string Format(const hir::Workflow& workflow, const std::string& format,
                   const draw::NodeStates& states) {
  if (format == "mermaid") {
    return draw::FormatMermaid(workflow);
  }
  if (format == "dot") {
    return draw::FormatDot(workflow);
  }
  rt::Result<std::string> picture =
      format == "png" ? draw::DrawPng(workflow, states) : draw::DrawSvg(workflow, states);
  if (!picture) {
    PrintError("no picture: " + picture.error().message +
               "; --format dot and --format mermaid have no such limit");
    return {};
  }
  return std::move(*picture);
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

/// The --node options. False after a usage error.
bool ReadStates(const CommandLine& line, draw::NodeStates* states) {
  const std::pair<std::string_view, draw::NodeState> kWords[] = {
      {"waiting", draw::NodeState::kWaiting},
      {"running", draw::NodeState::kRunning},
      {"done", draw::NodeState::kDone},
      {"failed", draw::NodeState::kFailed}};
  for (const std::string& option : line.All("node")) {
    const std::size_t equals = std::min(option.rfind('='), option.size());
    const auto* const found =
        std::find_if(std::begin(kWords), std::end(kWords), [&](const auto& word) {
          return word.first == option.substr(std::min(equals + 1, option.size()));
        });
    if (found == std::end(kWords)) {
      UsageError(line.name, "--node wants NODE=STATE with waiting, running, done or failed, not `" +
                                option + "`");
      return false;
    }
    (*states)[option.substr(0, equals)] = found->second;
  }
  return true;
}

}  // namespace

int GraphCommand(const Arguments& arguments) {
  CommandLine line("graph",
                   "PATH [--format dot|svg|png|mermaid] [--output FILE] [--node NODE=STATE]...",
                   kAboutGraph);
  line.options.add_options()(
      "format", po::value<std::string>()->default_value("dot")->value_name("FORMAT"),
      "dot, svg, png or mermaid")("output,o", po::value<std::string>()->value_name("FILE"),
                                  "where it goes, not to standard output")(
      "node", po::value<std::vector<std::string>>()->value_name("NODE=STATE"),
      "svg, png: how far a run has come with a node: waiting, running, done or failed; may be "
      "repeated");
  if (!line.Parse(arguments)) {
    return line.exit_code;
  }
  if (!IsOneOf(line, "format", {"dot", "svg", "png", "mermaid"})) {
    return kExitUsage;
  }
  if (line.operands.size() != 1) {
    return UsageError(line.name, "want one PATH");
  }
  if (line.Get("format") == "png" && !line.Has("output") && isatty(STDOUT_FILENO) != 0) {
    return UsageError(line.name, "a PNG is nothing for a terminal: want --output FILE");
  }
  draw::NodeStates states;
  if (!ReadStates(line, &states)) {
    return kExitUsage;
  }
  rt::Result<Compiled> compiled = Compile(line.operands[0], CompileOptions());
  if (!compiled) {
    PrintError(compiled.error().message);
    return kExitUsage;
  }
  const std::unique_ptr<Definition> definition = std::move(compiled->definition);
  WantWorkflow(definition.get());
  PrintDiagnostics(definition->diagnostics.Sorted(), "text");
  if (definition->hir == nullptr) {
    return kExitInvalid;
  }
  HideSecrets(definition.get());
  const std::string text = Format(*definition->hir, line.Get("format"), states);
  if (text.empty()) {
    return kExitUsage;
  }
  if (line.Has("output")) {
    constexpr mode_t kAsFilesAre = 0644;
    const std::string file = line.Get("output");
    if (!rt::WriteWhole(file, text, kAsFilesAre)) {
      PrintError(file + ": " + std::strerror(errno));
      return kExitUsage;
    }
    return kExitOk;
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  return kExitOk;
}

}  // namespace hpdl::driver
