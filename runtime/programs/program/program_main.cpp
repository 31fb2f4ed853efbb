#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/ground/abi/hpdl_celos.h"
#include "runtime/ground/base/own_server.h"
#include "runtime/ground/base/process_title.h"
#include "runtime/programs/program/commands.h"

/// Only programs of Celos' scripts have it.
extern "C" __attribute__((weak)) const hpdl_celos HPDL_CELOS_SYMBOL;

namespace {

/// The process that evaluates functions of scripts, if that is what this one is.
bool EvaluatesScripts(int argc, char** argv, int* code) {
  const hpdl_celos* const celos = &HPDL_CELOS_SYMBOL;
  return celos != nullptr && celos->evaluator != nullptr &&
         celos->evaluator->serve(argc, argv, code) != 0;
}

/// Fills those of the standard descriptors that the caller has closed, so that no file of ours gets
/// their numbers and then the output. Without /dev they are a pipe that ends at once.
void FillStandardDescriptors() {
  for (int fd = 0; fd < 3; ++fd) {
    if (fcntl(fd, F_GETFD) >= 0 || open("/dev/null", O_RDWR) == fd) {
      continue;
    }
    int ends[2];  // the first one gets the number `fd`, the lowest that is free
    if (pipe(ends) == 0) {
      if (fd != 0) {
        dup2(ends[1], fd);
      }
      close(ends[1]);
    }
  }
}

/// A child of an action that is this program again (hpdl_kind::worker). Only kinds of the program
/// have one.
int RunWorker(const hpdl_program& program, std::string_view kind, const char* argument) {
  for (std::uint32_t w = 0; w < program.workflow_count; ++w) {
    const hpdl_workflow& workflow = program.workflows[w];
    for (std::uint32_t n = 0; n < workflow.node_count; ++n) {
      const hpdl_kind* found = workflow.nodes[n].kind;
      if (found != nullptr && found->worker != nullptr && found->name == kind) {
        return found->worker(argument);
      }
    }
  }
  return 2;
}

/// In the place of an exception that nobody can handle. What the journal has is durable.
void EndWithoutMemory() {
  constexpr std::string_view kMessage = "out of memory; `resume` goes on with the job\n";
  [[maybe_unused]] const ssize_t written = write(2, kMessage.data(), kMessage.size());
  _exit(1);
}

}  // namespace

/// main() of every emitted program; the tables it runs are those of the object that hpdlc made.
int main(int argc, char** argv) {
  if (int code = 0; EvaluatesScripts(argc, argv, &code)) {
    return code;
  }
  FillStandardDescriptors();
  hpdl::rt::RememberCommandLine(argc, argv);
  hpdl::rt::RememberOwnServer();
  std::set_new_handler(EndWithoutMemory);
  signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of its write
  if (argc == 4 && std::string_view(argv[1]) == "--worker") {
    return RunWorker(HPDL_PROGRAM_SYMBOL, argv[2], argv[3]);
  }
  const std::vector<std::string_view> args(argv + (argc > 0 ? 1 : 0), argv + argc);
  hpdl::rt::Output out(1);
  hpdl::rt::Output err(2);
  try {
    return hpdl::rt::RunProgram(HPDL_PROGRAM_SYMBOL, argc > 0 ? argv[0] : "workflow", args, out,
                                err);
  } catch (const std::exception& thrown) {  // the event loop has no descriptors or threads
    err.Line(std::string("the machine gives too little: ") + thrown.what() +
             "; `resume` goes on with the job");
    return 1;
  }
}
