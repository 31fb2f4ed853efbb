#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <optional>
#include <utility>

#include "compiler/draw/graph_formats.h"
#include "compiler/driver/celos/script_checks.h"
#include "compiler/driver/celos/script_graph.h"
#include "compiler/driver/commands/command.h"
#include "compiler/driver/commands/options.h"
#include "compiler/driver/commands/properties.h"
#include "compiler/driver/coordinator_views/coordinator_graph.h"
#include "compiler/driver/coordinator_views/schedule_window.h"
#include "compiler/driver/program/definition.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/new_file.h"

namespace po = boost::program_options;

namespace hpdl::driver {
namespace {

constexpr char kAboutGraph[] =
    "Prints the graph of a definition: as a picture (svg, png), for Graphviz (dot) or for Markdown "
    "(mermaid).\n"
    "The graph shows the nodes of a workflow, the next runs of a coordinator with their data, the "
    "coordinators of a\n"
    "bundle with their workflows, or the workflows of scripts of Celos (a folder, or one file) "
    "with what they wait\n"
    "for.";

/// The default number and the greatest number of runs in a graph.
constexpr std::uint64_t kFewRuns = 8, kMostRuns = 500;

rt::Result<std::string> Format(const hir::Workflow& workflow, const draw::GraphFormat& format,
                               const draw::NodeStates& states) {
  rt::Result<std::string> graph = format.workflow(workflow, states);
  if (!graph) {
    graph.error().message += "; --format dot and --format mermaid have no limit";
  }
  return graph;
}

/// Replaces the secrets of the definition by asterisks, because users give graphs to other people.
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

/// Reads the --node options. Returns false after a usage error.
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
      UsageError(
          line.name,
          "--node must be NODE=STATE, where STATE is waiting, running, done or failed, not `" +
              option + "`");
      return false;
    }
    (*states)[option.substr(0, equals)] = found->second;
  }
  return true;
}

/// Checks that the definition accepts the given options. Returns false after a usage error.
bool FitsLanguage(const CommandLine& line, const Definition& definition) {
  const bool coordinator = definition.coordinator() != nullptr;
  const bool workflow = !coordinator && definition.bundle() == nullptr;
  const auto fits = [&](const char* option, bool fit, const char* whose) {
    if (line.Has(option) && !fit) {
      UsageError(line.name, "--" + std::string(option) + " is for " + whose);
      return false;
    }
    return true;
  };
  return fits("node", workflow, "workflows") && fits("from", coordinator, "coordinators") &&
         fits("to", coordinator, "coordinators") && fits("count", coordinator, "coordinators") &&
         fits("sub", !workflow, "coordinators and bundles") &&
         fits("define", !workflow, "coordinators and bundles") &&
         fits("config", !workflow, "coordinators and bundles");
}

/// Returns the graph of a checked definition. If the function fails, `*exit_code` is the exit code.
rt::Result<std::string> GraphOf(const CommandLine& line, Compiled compiled,
                                const CompileOptions& options, const draw::NodeStates& states,
                                schedule::Window window, int* exit_code) {
  Definition& definition = *compiled.definition;
  const draw::GraphFormat& format = draw::GraphFormatOf(line.Get("format"));
  *exit_code = kExitUsage;
  if (definition.hir != nullptr) {
    HideSecrets(&definition);
    return Format(*definition.hir, format, states);
  }
  if (definition.bundle_hir != nullptr) {
    const rt::Result<draw::BundleTree> tree = BundleTreeOf(std::move(compiled), options);
    HPDL_TRY(tree);
    return format.bundle(*tree);
  }
  if (options.given != nullptr) {
    HPDL_TRY(options.given->CheckUsed());
  }
  const rt::Result<draw::Timeline> timeline = TimelineOf(definition, window);
  if (!timeline) {
    *exit_code = kExitInvalid;  // the job would fail, or properties are missing
    return timeline.error();
  }
  return format.timeline(*timeline);
}

/// Writes `text` to the file of --output, or to stdout without --output. Returns the exit code.
int Write(const CommandLine& line, const std::string& text) {
  if (!line.Has("output")) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return kExitOk;
  }
  constexpr mode_t kAsFilesAre = 0644;
  const std::string file = line.Get("output");
  if (!rt::WriteWhole(file, text, kAsFilesAre)) {
    PrintError(file + ": " + std::strerror(errno));
    return kExitUsage;
  }
  return kExitOk;
}

/// Prints the graph of scripts of Celos. Returns the exit code.
int GraphScripts(const CommandLine& line, const celos::ScriptPath& scripts) {
  for (const char* option : {"node", "from", "to", "count", "sub", "define", "config"}) {
    if (line.Has(option)) {
      return UsageError(line.name, "--" + std::string(option) + " is not for scripts of Celos");
    }
  }
  int exit_code = kExitOk;
  const rt::Result<std::string> text = ScriptGraph(scripts, line, &exit_code);
  if (!text) {
    PrintError(line.operands[0] + ": no graph: " + text.error().message);
    return exit_code;
  }
  return Write(line, *text);
}

/// Returns the path of the definition in a folder of this machine. If the folder has a workflow,
/// this is the path of the folder. Otherwise it is the path of the coordinator or bundle in the
/// folder. Returns other paths unchanged.
std::string DefinitionAt(const std::string& path) {
  const auto is_there = [&](const char* name) {
    return access((path + "/" + name).c_str(), F_OK) == 0;
  };
  for (const char* name : {"workflow.xml", "coordinator.xml", "bundle.xml"}) {
    if (is_there(name)) {
      return std::string_view(name) == "workflow.xml" ? path : path + "/" + name;
    }
  }
  return path;
}

/// Compiles the definition that the graph will show. Coordinators and bundles get their defaults
/// and properties. After an error, prints the error, sets `*exit_code` and returns nothing.
std::optional<Compiled> CompileDrawn(const CommandLine& line, CompileOptions* options,
                                     int* exit_code) {
  const std::string path = DefinitionAt(line.operands[0]);
  rt::Result<Compiled> compiled = LoadAndCompile(path, *options);
  if (compiled && compiled->definition->workflow() == nullptr) {
    options->defaults_beside = true;
    options->all_properties = false;
    *exit_code = ReadProperties(line, OutputOptions(), &options->properties);
    if (*exit_code != kExitOk) {
      return std::nullopt;
    }
    compiled = LoadAndCompile(path, *options);
  }
  if (!compiled) {
    PrintError(compiled.error().message);
    *exit_code = kExitUsage;
    return std::nullopt;
  }
  PrintDiagnostics(compiled->definition->diagnostics.Sorted(), "text");
  if (!IsComplete(*compiled->definition)) {
    *exit_code = kExitInvalid;
    return std::nullopt;
  }
  return std::move(*compiled);
}

/// Returns the names of the formats, separated by '|'.
std::string FormatNames() {
  std::string names;
  for (const draw::GraphFormat& format : draw::GraphFormats()) {
    names.append(names.empty() ? "" : "|").append(format.name);
  }
  return names;
}

void DeclareGraph(CommandLine* line) {
  AddPropertyOptions(line);
  AddScriptOptions(line);
  line->options.add_options()("format", TakesOne(FormatNames())->default_value("dot"),
                              "the format of the graph")(
      "output,o", TakesOne("FILE"), "write to FILE instead of standard output")(
      "node", TakesMany("NODE=STATE"),
      "set the state of a node in the svg or png of a workflow: waiting, running, done or failed; "
      "may be repeated")("from", TakesOne("TIME"),
                         "show the runs of a coordinator from TIME on, such as 2024-01-31T08:00Z "
                         "(default: now)")("to", TakesOne("TIME"),
                                           "show the runs of a coordinator before TIME")(
      "count", TakesOne("N"), "show at most N runs of a coordinator, up to 500 (default: 8)")(
      "sub", TakesMany("APP-PATH=PATH"),
      "use the definition at PATH for the app-path APP-PATH of a bundle, or the file at PATH for "
      "the "
      "<include> APP-PATH of a coordinator; may be repeated")(
      "contained",
      "read no file that a coordinator includes; meant for definitions that others "
      "have sent");
}

int RunGraph(const CommandLine& line) {
  if (line.operands.size() != 1) {
    return UsageError(line.name, "give one PATH");
  }
  if (line.Get("format") == "png" && !line.Has("output") && isatty(STDOUT_FILENO) != 0) {
    return UsageError(line.name, "a PNG cannot be shown on a terminal; give --output FILE");
  }
  draw::NodeStates states;
  schedule::Window window;
  window.now = rt::NowMs() / 1000;
  window.most = kFewRuns;
  if (!ReadStates(line, &states) || !ReadWindow(line, &window)) {
    return kExitUsage;
  }
  if (window.most > kMostRuns) {
    return UsageError(line.name, "--count must be at most " + std::to_string(kMostRuns));
  }
  if (const std::optional<celos::ScriptPath> scripts = ScriptsOnly(line.operands[0])) {
    return GraphScripts(line, *scripts);
  }
  CompileOptions options;
  int exit_code = kExitOk;
  rt::Result<std::shared_ptr<GivenPaths>> given = ReadGiven(line);
  if (!given) {
    PrintError(given.error().message);
    return kExitUsage;
  }
  options.given = std::move(*given);
  options.contained = line.Has("contained");
  std::optional<Compiled> compiled = CompileDrawn(line, &options, &exit_code);
  if (!compiled) {
    return exit_code;
  }
  if (!FitsLanguage(line, *compiled->definition)) {
    return kExitUsage;
  }
  const std::string name = compiled->definition->source->name();
  const rt::Result<std::string> text =
      GraphOf(line, std::move(*compiled), options, states, window, &exit_code);
  if (!text) {
    PrintError(name + ": no graph: " + text.error().message);
    return exit_code;
  }
  return Write(line, *text);
}

}  // namespace

const Command kGraphCommand = {"graph",
                               "print the graph of a definition",
                               "PATH [--format FORMAT] [--output FILE] [options]",
                               kAboutGraph,
                               &DeclareGraph,
                               &RunGraph};

}  // namespace hpdl::driver
