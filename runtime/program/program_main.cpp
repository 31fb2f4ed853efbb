#include <fcntl.h>
#include <unistd.h>

#include <string_view>
#include <vector>

#include "runtime/program/commands.h"

namespace {

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

}  // namespace

/// main() of every emitted program; the tables it runs are those of the object that hpdlc made.
int main(int argc, char** argv) {
  FillStandardDescriptors();
  const std::vector<std::string_view> args(argv + (argc > 0 ? 1 : 0), argv + argc);
  hpdl::rt::Output out(1);
  hpdl::rt::Output err(2);
  return hpdl::rt::RunProgram(HPDL_PROGRAM_SYMBOL, argc > 0 ? argv[0] : "workflow", args, out, err);
}
