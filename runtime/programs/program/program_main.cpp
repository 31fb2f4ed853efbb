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
#include "runtime/programs/program/program.h"

/// The table of the scripts of a program made from Celos scripts. Other programs do not have this
/// symbol.
extern "C" __attribute__((weak)) const hpdl_celos HPDL_CELOS_SYMBOL;

namespace {

/// If this process was started to evaluate functions of scripts, evaluates them, puts the exit code
/// into `*code` and returns true. Otherwise returns false.
bool EvaluatesScripts(int argc, char** argv, int* code) {
  const hpdl_celos* const celos = &HPDL_CELOS_SYMBOL;
  return celos != nullptr && celos->evaluator != nullptr &&
         celos->evaluator->serve(argc, argv, code) != 0;
}

/// Opens standard descriptors that the caller has closed. Otherwise a file that this program opens
/// would get the number of a standard descriptor, and output would go into it. If /dev/null cannot
/// be opened, each of these descriptors becomes one end of a pipe whose other end is closed.
void FillStandardDescriptors() {
  for (int fd = 0; fd < 3; ++fd) {
    if (fcntl(fd, F_GETFD) >= 0 || open("/dev/null", O_RDWR) == fd) {
      continue;
    }
    int ends[2];  // pipe() gives the lowest free number, which is `fd`, to ends[0]
    if (pipe(ends) == 0) {
      if (fd != 0) {
        dup2(ends[1], fd);
      }
      close(ends[1]);
    }
  }
}

/// Does the work of the child process of an action: calls the function hpdl_kind::worker of `kind`.
/// The child process is this program, started again. Returns 2 if no action in the program has this
/// kind, or if the kind has no worker.
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

/// Ends the process when no memory is left: no code could handle an exception. The journal is
/// durable, so no job is lost.
void EndWithoutMemory() {
  constexpr std::string_view kMessage = "out of memory; if a job ran, `resume` continues it\n";
  [[maybe_unused]] const ssize_t written = write(2, kMessage.data(), kMessage.size());
  _exit(1);
}

}  // namespace

/// main() of every emitted program. The tables of the program are in the object file that hpdlc
/// made.
int main(int argc, char** argv) {
  if (int code = 0; EvaluatesScripts(argc, argv, &code)) {
    return code;
  }
  FillStandardDescriptors();
  hpdl::rt::RememberCommandLine(argc, argv);
  hpdl::rt::RememberOwnServer();
  std::set_new_handler(EndWithoutMemory);
  signal(SIGXFSZ, SIG_IGN);  // a write beyond the file size limit returns an error
  if (argc == 4 && std::string_view(argv[1]) == "--worker") {
    return RunWorker(HPDL_PROGRAM_SYMBOL, argv[2], argv[3]);
  }
  const std::vector<std::string_view> args(argv + (argc > 0 ? 1 : 0), argv + argc);
  hpdl::rt::Output out(1);
  hpdl::rt::Output err(2);
  try {
    return hpdl::rt::RunProgram(HPDL_PROGRAM_SYMBOL, argc > 0 ? argv[0] : "workflow", args, out,
                                err);
  } catch (const std::exception& thrown) {  // for example, the event loop cannot get a descriptor
    err.Line(std::string("the system has too few resources: ") + thrown.what() +
             "; if a job ran, `resume` continues it");
    return 1;
  }
}
