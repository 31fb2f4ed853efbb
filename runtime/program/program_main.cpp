#include <string_view>
#include <vector>

#include "runtime/program/commands.h"

/// main() of every emitted program; the tables it runs are those of the object that hpdlc made.
int main(int argc, char** argv) {
  const std::vector<std::string_view> args(argv + (argc > 0 ? 1 : 0), argv + argc);
  hpdl::rt::Output out(1);
  hpdl::rt::Output err(2);
  return hpdl::rt::RunProgram(HPDL_PROGRAM_SYMBOL, argc > 0 ? argv[0] : "workflow", args, out, err);
}
