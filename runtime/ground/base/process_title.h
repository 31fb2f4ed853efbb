#ifndef HPDL_RUNTIME_GROUND_BASE_PROCESS_TITLE_H_
#define HPDL_RUNTIME_GROUND_BASE_PROCESS_TITLE_H_

#include <string_view>

namespace hpdl::rt {

/// Notes where the kernel reads the command line of this process (/proc/PID/cmdline, ps). To be
/// called by main() with what it got.
void RememberCommandLine(int argc, char** argv);

/// Replaces the command line of this process, as far as it has room, so that a child that lives
/// longer does not go on showing what its parent was given: passwords of -D. argv holds nothing any
/// more. Does nothing if RememberCommandLine() was not called.
void SetProcessTitle(std::string_view title);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_PROCESS_TITLE_H_
