#include <llvm/Support/ErrorHandling.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <optional>
#include <string_view>
#include <vector>

#include "compiler/base/suggest.h"
#include "compiler/driver/commands/command.h"
#include "compiler/driver/commands/oozie_words.h"
#include "runtime/engines/celos_scripts/script_child.h"
#include "runtime/ground/base/die_with_parent.h"

namespace {

using hpdl::driver::Arguments;
using hpdl::driver::Command;

int Help() {
  std::printf("hpdlc " HPDL_VERSION
              ": compiles Hadoop workflow definitions to native programs\n\n"
              "hpdlc COMMAND [options], hpdlc help COMMAND, hpdlc --version\n\n");
  for (const Command* command : hpdl::driver::Commands()) {
    std::printf("  %-12.*s %s\n", static_cast<int>(command->name.size()), command->name.data(),
                command->summary);
  }
  return hpdl::driver::kExitOk;
}

int UnknownCommand(std::string_view name) {
  const std::string hint = hpdl::driver::HintForOozieCommand(name);
  if (!hint.empty()) {
    return hpdl::driver::UsageError("unknown command '" + std::string(name) + "'; " + hint);
  }
  std::vector<std::string_view> names;
  for (const Command* command : hpdl::driver::Commands()) {
    names.push_back(command->name);
  }
  return hpdl::driver::UsageError("unknown command '" + std::string(name) + "'" +
                                  hpdl::DidYouMean(name, names).str() + " (see hpdlc --help)");
}

int Run(int argc, char** argv) {
  if (argc < 2) {
    return hpdl::driver::UsageError("no command given (see hpdlc --help)");
  }
  const std::string_view name = argv[1];
  if (name == "--version" || name == "-V") {
    return hpdl::driver::RunCommand(hpdl::driver::kVersionCommand,
                                    Arguments(argv + 2, argv + argc));
  }
  const bool helps = name == "--help" || name == "-h" || name == "help";
  if (helps && argc == 2) {
    return Help();
  }
  const std::string_view wanted = helps ? argv[2] : name;
  for (const Command* command : hpdl::driver::Commands()) {
    if (wanted == command->name) {
      return hpdl::driver::RunCommand(
          *command, helps ? Arguments{"--help"} : Arguments(argv + 2, argv + argc));
    }
  }
  return UnknownCommand(wanted);
}

/// Ends the process when there is no memory, because no code could handle an exception. Existing
/// output files stay complete, because unfinished output has another name.
void EndWithoutMemory() {
  constexpr std::string_view kMessage = "hpdlc: out of memory\n";
  [[maybe_unused]] const ssize_t written = write(2, kMessage.data(), kMessage.size());
  _exit(hpdl::driver::kExitUsage);
}

void EndWithoutMemoryOfLlvm(void*, const char*, bool) {
  EndWithoutMemory();
}

}  // namespace

int main(int argc, char** argv) {
  if (const std::optional<int> code = hpdl::rt::celos::EvaluateScriptsIfAsked(argc, argv)) {
    return *code;
  }
  hpdl::rt::DieWithParent();  // if hpdld has started this process, the process ends when hpdld ends
  std::set_new_handler(EndWithoutMemory);
  llvm::install_bad_alloc_error_handler(EndWithoutMemoryOfLlvm);
  std::signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit of a file's size then returns an error
  hpdl::driver::program_path = argc > 0 ? argv[0] : "hpdlc";
  const int code = Run(argc, argv);
  // If the disk is full or the pipe is closed, this flush or an earlier write fails.
  const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (!written && code == hpdl::driver::kExitOk) {
    return hpdl::driver::UsageError("cannot write the output");
  }
  return code;
}
