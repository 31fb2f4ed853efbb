#ifndef HPDL_RUNTIME_GROUND_BASE_PROCESS_TITLE_H_
#define HPDL_RUNTIME_GROUND_BASE_PROCESS_TITLE_H_

#include <string_view>

namespace hpdl::rt {

/// Remembers where the kernel reads the command line of this process (/proc/PID/cmdline, ps).
/// main() must call this with its own arguments.
void RememberCommandLine(int argc, char** argv);

/// Replaces the command line of this process by `title`, cut to the available space. The strings of
/// argv are lost. Does nothing if RememberCommandLine() was not called. A child that outlives its
/// parent calls this, so that `ps` does not show passwords from the parent's -D options.
void SetProcessTitle(std::string_view title);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_PROCESS_TITLE_H_
