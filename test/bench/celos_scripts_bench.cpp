// Times the evaluation of a folder of scripts of Celos; run_bench.py makes a table of what this
// prints.
//   celos_scripts_bench WORKFLOWS DEFAULTS
//     seconds: the first time, when nothing has changed, when one file has; workflows, errors
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/celos_scripts/script_child.h"
#include "runtime/engines/celos_scripts/scripts.h"

namespace {

using namespace hpdl::rt;
using namespace hpdl::rt::celos;

/// There is nothing.
class Nothing final : public ScriptSurroundings {
 public:
  Result<bool> Exists(const std::string& /*path*/, const std::string& /*file_system*/) override {
    return false;
  }
  Result<std::optional<std::string>> Register(const std::string& /*bucket*/,
                                              const std::string& /*key*/) override {
    return std::optional<std::string>();
  }
  Result<std::vector<std::pair<std::string, std::string>>> Registers(
      const std::string& /*bucket*/) override {
    return std::vector<std::pair<std::string, std::string>>();
  }
};

double TimeLoad(Scripts* scripts) {
  const auto begin = std::chrono::steady_clock::now();
  if (!scripts->Load()) {
    std::fprintf(stderr, "celos_scripts_bench: there is no such folder\n");
    std::exit(1);
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

int main(int argc, char** argv) {
  if (const std::optional<int> code = EvaluateScriptsIfAsked(argc, argv)) {
    return *code;
  }
  if (argc != 3) {
    std::fprintf(stderr, "usage: celos_scripts_bench WORKFLOWS DEFAULTS\n");
    return 2;
  }
  Nothing nothing;
  Scripts scripts({argv[1], argv[2], ScriptMode::kStrict, "", [] { return ScheduledTime{}; }, {}},
                  &nothing);
  const double cold = TimeLoad(&scripts);
  const auto first = *scripts.Load();
  const double same = TimeLoad(&scripts);
  const auto any = std::filesystem::directory_iterator(argv[1])->path();
  std::ofstream(any, std::ios::app) << "\n";
  const double one = TimeLoad(&scripts);
  for (const ScriptError& error : first->errors) {
    std::fprintf(stderr, "%s:%d: %s\n", error.place.file.c_str(), error.place.line,
                 error.message.c_str());
  }
  std::printf("%.4f %.4f %.4f %zu %zu\n", cold, same, one, first->workflows.size(),
              first->errors.size());
  return 0;
}
