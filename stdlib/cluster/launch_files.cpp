#include "stdlib/cluster/launch_files.h"

#include <cstddef>

// HPDL_LAUNCH_PROGRAM is the path of the launch program. The build makes this program before it
// compiles this file.
__asm__(
    ".section .rodata.hpdl_launch_program,\"a\",@progbits\n"
    ".global hpdl_launch_program\n"
    "hpdl_launch_program:\n"
    ".incbin \"" HPDL_LAUNCH_PROGRAM
    "\"\n"
    ".global hpdl_launch_program_end\n"
    "hpdl_launch_program_end:\n"
    ".previous\n");

extern "C" const char hpdl_launch_program[];
extern "C" const char hpdl_launch_program_end[];

namespace hpdl::stdlib {

std::string_view LaunchProgram() {
  return {hpdl_launch_program,
          static_cast<std::size_t>(hpdl_launch_program_end - hpdl_launch_program)};
}

}  // namespace hpdl::stdlib
