#ifndef HPDL_RUNTIME_SERVER_PROCESSES_TESTING_SCRIPTED_PROCESS_H_
#define HPDL_RUNTIME_SERVER_PROCESSES_TESTING_SCRIPTED_PROCESS_H_

#include <fstream>
#include <string>
#include <vector>

namespace hpdl::rt::testing {

/// Returns the command line of a shell script in place of a process that the supervisor starts. The
/// script reads messages from descriptor 3 and writes reports to descriptor 4.
inline std::vector<std::string> ScriptedProcess(const std::string& script) {
  // A shell cannot receive the pipe for reports.
  return {"/usr/bin/env", "python3", "-c",
          "import os, socket, sys\n"
          "supervisor = socket.socket(fileno=3)\n"
          "_, passed, _, _ = socket.recv_fds(supervisor, 100, 2)\n"
          "os.dup2(passed[0], 4)\n"
          "os.execv('/bin/sh', ['sh', '-c', sys.argv[1]])\n",
          script};
}

/// Returns a shell command that sends a report, which is written to the file `path` for it.
inline std::string Reports(const std::string& path, const std::string& report) {
  std::ofstream(path, std::ios::binary) << report;
  return "cat " + path + " >&4; ";
}

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_SERVER_PROCESSES_TESTING_SCRIPTED_PROCESS_H_
