#include <algorithm>
#include <cstdio>
#include <map>

#include "compiler/application/find_definitions.h"
#include "compiler/application/read_file.h"
#include "compiler/application/remote.h"
#include "compiler/driver/celos/script_checks.h"
#include "compiler/driver/commands/command.h"
#include "compiler/driver/commands/options.h"
#include "compiler/driver/commands/properties.h"
#include "compiler/driver/commands/side_by_side.h"
#include "compiler/driver/fix/fix.h"
#include "compiler/driver/program/coordinator_beside.h"
#include "compiler/driver/program/definition.h"
#include "compiler/driver/program/follow.h"

namespace hpdl::driver {
namespace {

constexpr char kAboutVerify[] =
    "Checks workflows, coordinators, bundles and scripts of Celos. A PATH is a definition, an "
    "application directory\n"
    "(a directory with a workflow.xml) or its ZIP, a script *.js, or a folder with such scripts. "
    "Any other\n"
    "directory is searched for definitions. A quoted pattern such as 'flows/**/*.xml' stands for "
    "the files that\n"
    "it matches. Text goes to stderr, the other formats go to stdout. Missing parameters are "
    "reported only if -D\n"
    "or --config is given.\n"
    "Exit code: 0 no errors, 1 errors in a definition, 2 wrong usage or an unreadable file.";

enum class Fixing { kNo, kDiff, kWrite };

/// The result for one PATH, also for a PATH that could not be compiled.
struct Verified {
  std::unique_ptr<Definition> definition;  ///< null if the file is unreadable; then `error` is set
  std::string error;
  FixReport fixed;
  /// The diagnostics after the corrections of --fix. With --sub, the first definition has those of
  /// all definitions.
  std::vector<Diagnostic> found;
  std::size_t corrections = 0;  ///< the number of corrections that --fix would make; 0 after --fix
};

/// Verifies one definition. Keeps the sources to which messages refer, and frees the AST and the
/// hir.
Verified Verify(const std::string& path, CompileOptions options, Fixing fixing) {
  Verified verified;
  AddPropertiesOfCoordinator(path, &options);
  rt::Result<Compiled> compiled = LoadAndCompile(path, options);
  if (!compiled) {
    verified.error = std::move(compiled.error().message);
    return verified;
  }
  if (fixing != Fixing::kNo) {
    verified.fixed = FixDefinition(path, options, fixing == Fixing::kWrite, &*compiled);
    verified.corrections = fixing == Fixing::kDiff ? verified.fixed.made : 0;
  }
  verified.found = compiled->definition->diagnostics.Sorted();
  if (fixing == Fixing::kNo) {
    verified.corrections = CountCorrections(path, *compiled, verified.found);
  }
  verified.definition = std::move(compiled->definition);
  verified.definition->ast = {};
  verified.definition->hir = nullptr;
  return verified;
}

/// Returns the definition at `path` and all definitions that `build` would compile with it. Returns
/// only the definition at `path` if each --sub gives a file that this definition includes.
rt::Result<std::vector<Compiled>> CompileWithSubs(const std::string& path,
                                                  const CompileOptions& options) {
  rt::Result<Compiled> root = LoadAndCompile(path, options);
  HPDL_TRY(root);
  if (options.given->CheckUsed()) {
    std::vector<Compiled> alone;
    alone.push_back(std::move(*root));
    return alone;
  }
  rt::Result<Followed> followed =
      Follow(std::move(*root), options, options.properties.value_or(PropertyMap()));
  HPDL_TRY(followed);
  return std::move(followed->definitions);
}

/// Verifies the definitions of CompileWithSubs().
std::vector<Verified> VerifyWithSubs(const std::string& path, const CompileOptions& options) {
  rt::Result<std::vector<Compiled>> compiled = CompileWithSubs(path, options);
  std::vector<Verified> all;
  if (!compiled) {
    all.emplace_back().error = compiled.error().message;
    return all;
  }
  std::vector<Diagnostic> found = DiagnosticsOf(*compiled);
  for (Compiled& each : *compiled) {
    all.emplace_back().definition = std::move(each.definition);
  }
  all.front().found = std::move(found);
  return all;
}

/// Returns groups of indices of the local `paths`. If files are corrected, all paths that lead to
/// one file, even through links, are in one group. Two corrections of one file at the same time
/// would undo each other.
std::vector<std::vector<std::size_t>> Groups(const std::vector<std::string>& paths, Fixing fixing) {
  std::vector<std::vector<std::size_t>> groups;
  std::map<std::string, std::size_t> group_of;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (application::IsRemote(paths[i])) {
      continue;
    }
    const std::string file = fixing == Fixing::kWrite
                                 ? application::Canonical(application::DefinitionFile(paths[i]))
                                 : "";
    const auto [group, is_new] = group_of.try_emplace(file, groups.size());
    if (file.empty() || is_new) {
      groups.push_back({i});
    } else {
      groups[group->second].push_back(i);
    }
  }
  return groups;
}

/// Verifies groups in parallel. As many groups are verified at the same time as there are
/// processors. The result is in the order of `paths`.
std::vector<Verified> VerifyAll(const std::vector<std::string>& paths,
                                const CompileOptions& options, Fixing fixing) {
  std::vector<Verified> all(paths.size());
  // Remote paths share a connection and wait for the network, so they run one after the other in
  // this thread.
  const std::vector<std::vector<std::size_t>> local = Groups(paths, fixing);
  SideBySide(local.size(), [&](std::size_t group) {
    for (const std::size_t path : local[group]) {
      all[path] = Verify(paths[path], options, fixing);
    }
  });
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (application::IsRemote(paths[i])) {
      all[i] = Verify(paths[i], options, fixing);
    }
  }
  return all;
}

void DeclareVerify(CommandLine* line) {
  AddPropertyOptions(line);
  AddDiagnosticOptions(line);
  AddScriptOptions(line);
  line->options.add_options()("fix", "make the corrections that are safe, and check again")(
      "diff", "show what --fix would change, and change nothing")(
      "sub", TakesMany("APP-PATH=PATH"),
      "check the definitions that app-paths name, too; for APP-PATH, read the definition at PATH; "
      "for the <include> APP-PATH of a coordinator, read the file at PATH; may be repeated")(
      "contained",
      "read no file that a coordinator includes; meant for definitions that others "
      "have sent");
  AddFolderOption(line);
}

int RunVerify(const CommandLine& line) {
  CompileOptions options;
  options.defaults_beside = true;
  options.with_folder = line.Has("with-folder");
  if (line.operands.empty()) {
    return UsageError(line.name, "no PATH given");
  }
  OutputOptions output;
  output.summary = true;
  ReadOutput(line, &output);
  if (!ReadWarnings(line, &options.diagnostics)) {
    return kExitUsage;
  }
  if (line.Has("fix") && line.Has("diff")) {
    return UsageError(line.name, "--fix and --diff exclude each other");
  }
  if (line.Has("sub") && (line.Has("fix") || line.Has("diff"))) {
    return UsageError(line.name,
                      "--sub excludes --fix and --diff, which look at only one definition");
  }
  if (line.Has("diff") && output.format != "text") {
    return UsageError(line.name, "--diff prints only text; leave out --format");
  }
  if (const int code = ReadProperties(line, output, &options.properties); code != kExitOk) {
    return code;
  }
  rt::Result<std::shared_ptr<GivenPaths>> given = ReadGiven(line);
  if (!given) {
    PrintError(given.error().message);
    return kExitUsage;
  }
  options.given = std::move(*given);
  options.contained = line.Has("contained");
  const Fixing fixing = line.Has("fix")    ? Fixing::kWrite
                        : line.Has("diff") ? Fixing::kDiff
                                           : Fixing::kNo;
  int exit_code = kExitOk;
  std::vector<std::string> paths;
  std::vector<std::string> errors;
  const std::vector<std::string_view> roots = frontend::RootNames();
  ScriptChecks scripts;
  for (const std::string& operand : line.operands) {
    const bool has_scripts = scripts.Take(operand);
    if (!has_scripts || !operand.ends_with(".js")) {
      application::FindDefinitions(operand, roots, &paths, &errors, has_scripts);
    }
  }
  application::DropRepeated(&paths);
  for (const std::string& error : errors) {
    PrintError(error);
    exit_code = kExitUsage;
  }
  if (paths.size() == 1) {
    options.defined = DefinedNames(line);
  }
  if (line.Has("sub") && (paths.size() != 1 || !scripts.empty())) {
    return UsageError(line.name, "--sub needs exactly one PATH, and it must name one definition");
  }
  std::vector<Verified> all = options.given != nullptr ? VerifyWithSubs(paths[0], options)
                                                       : VerifyAll(paths, options, fixing);
  std::vector<Diagnostic> found;
  exit_code = std::max(exit_code, scripts.Run(line, options.diagnostics, &found));
  for (Verified& verified : all) {
    if (verified.definition == nullptr) {
      PrintError(verified.error);
      exit_code = kExitUsage;
      continue;
    }
    std::fputs(verified.fixed.said.c_str(), stderr);
    std::fputs(verified.fixed.diff.c_str(), stdout);
    if (verified.fixed.failed) {
      exit_code = kExitUsage;
    }
    output.corrections += verified.corrections;
    const Diagnostics& diagnostics = verified.definition->diagnostics;
    if (diagnostics.HasErrors() && exit_code == kExitOk) {
      exit_code = kExitInvalid;
    }
    std::move(verified.found.begin(), verified.found.end(), std::back_inserter(found));
  }
  PrintDiagnostics(found, output);
  return exit_code;
}

}  // namespace

const Command kVerifyCommand = {
    "verify",  "check workflow definitions", "[options] PATH...", kAboutVerify, &DeclareVerify,
    &RunVerify};

}  // namespace hpdl::driver
