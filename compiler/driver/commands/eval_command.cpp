#include <cstdio>
#include <nlohmann/json.hpp>

#include "compiler/application/read_file.h"
#include "compiler/driver/commands/command.h"
#include "compiler/driver/commands/options.h"
#include "compiler/driver/eval/eval_context.h"
#include "compiler/driver/eval/eval_expression.h"

namespace hpdl::driver {
namespace {

constexpr char kAboutEval[] =
    "Evaluates texts with ${...} and prints each value on a line. --context FILE names a JSON file "
    "with the job\n"
    "that the texts belong to (docs/cli.md).\n"
    "Exit code: 0 no errors, 1 an expression failed, 2 wrong usage or an unreadable file.";

/// Prints a value to stdout as one line. Prints an error to stderr as text, or to stdout as JSON.
void Print(const EvalResult& result, bool json) {
  if (json) {
    const std::string line =
        result.ok ? "{\"type\":\"" + result.type + "\",\"value\":" + result.json + "}"
                  : "{\"error\":" +
                        nlohmann::json(result.error)
                            .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) +
                        "}";
    std::printf("%s\n", line.c_str());
    return;
  }
  if (result.ok) {
    std::fwrite(result.text.data(), 1, result.text.size(), stdout);
    std::printf("\n");
  } else if (!result.diagnostics.empty()) {
    std::fprintf(stderr, "%s", result.diagnostics.c_str());
  } else {
    PrintError(result.error);
  }
}

void DeclareEval(CommandLine* line) {
  line->options.add_options()("context", TakesOne("FILE"),
                              "read the job, its nodes and its properties from a JSON file")(
      "format", TakesOne("text|json")->default_value("text"), "the format of the values");
}

int RunEval(const CommandLine& line) {
  if (line.operands.empty()) {
    return UsageError(line.name, "no EXPR given");
  }
  EvalContext context;
  if (line.Has("context")) {
    const std::string path = line.Get("context");
    const rt::Result<std::string> text = application::ReadFile(path);
    if (!text) {
      return UsageError(text.error().message);
    }
    if (const rt::Result<void> read = context.Read(*text); !read) {
      PrintError(path + ": " + read.error().message);
      return kExitInvalid;
    }
    for (const std::string& complaint : context.unknown()) {
      PrintError(path + ": warning: " + complaint);
    }
  }
  int exit_code = kExitOk;
  for (const std::string& expression : line.operands) {
    const EvalResult result = EvaluateText(expression, &context);
    Print(result, line.Get("format") == "json");
    exit_code = result.ok ? exit_code : kExitInvalid;
  }
  return exit_code;
}

}  // namespace

const Command kEvalCommand = {"eval",     "evaluate expressions", "[options] EXPR...",
                              kAboutEval, &DeclareEval,           &RunEval};

}  // namespace hpdl::driver
