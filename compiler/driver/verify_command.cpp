#include <cstdio>

#include "compiler/driver/command.h"
#include "compiler/driver/definition.h"
#include "compiler/driver/options.h"
#include "compiler/driver/properties.h"

namespace hpdl::driver {
namespace {

constexpr char kAbout[] =
    "Checks workflow definitions: a definition, an application directory, or its ZIP. Text goes "
    "to\n"
    "stderr, the other formats to stdout. Missing parameters are reported only if -D or --config "
    "is\n"
    "given. Exit code: 0 fine, 1 errors in a definition, 2 usage or unreadable.";

bool KnownFormat(const std::string& format) {
  return format == "text" || format == "json" || format == "sarif" || format == "github";
}

}  // namespace

int VerifyCommand(const Arguments& arguments) {
  CommandLine line("verify", "[options] PATH...", kAbout);
  AddPropertyOptions(&line);
  AddDiagnosticOptions(&line);
  line.options.add_options()("fix", "apply corrections; no kind of diagnostic has one yet");
  if (!line.Parse(arguments)) {
    return line.exit_code;
  }
  CompileOptions options;
  if (line.operands.empty()) {
    return UsageError(line.name, "no PATH given");
  }
  if (!KnownFormat(line.Get("format"))) {
    return UsageError(
        line.name, "--format wants text, json, sarif or github, not '" + line.Get("format") + "'");
  }
  if (!ReadWarnings(line, &options.diagnostics)) {
    return kExitUsage;
  }
  if (const int code = ReadProperties(line, &options.properties); code != kExitOk) {
    return code;
  }
  options.validate_fork_join =
      !options.properties.has_value() || ValidatesForkJoin(*options.properties);
  if (line.Has("fix")) {
    std::fputs(
        "hpdlc: verify: --fix: no diagnostic can be corrected automatically yet; no file is "
        "changed\n",
        stderr);
  }
  int exit_code = kExitOk;
  std::vector<std::unique_ptr<Definition>> definitions;  // ranges point into their sources
  std::vector<Diagnostic> found;
  for (const std::string& path : line.operands) {
    std::string error;
    std::unique_ptr<Definition> definition = Compile(path, options, &error);
    if (definition == nullptr) {
      std::fprintf(stderr, "hpdlc: %s\n", error.c_str());
      exit_code = kExitUsage;
      continue;
    }
    if (definition->diagnostics.HasErrors() && exit_code == kExitOk) {
      exit_code = kExitInvalid;
    }
    const std::vector<Diagnostic> sorted = definition->diagnostics.Sorted();
    found.insert(found.end(), sorted.begin(), sorted.end());
    definitions.push_back(std::move(definition));
  }
  PrintDiagnostics(found, line.Get("format"));
  return exit_code;
}

}  // namespace hpdl::driver
