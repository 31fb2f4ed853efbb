#include <csignal>
#include <string>
#include <vector>

#include "runtime/client/commands.h"

int main(int argc, char** argv) {
  // Who reads the output may go: the next write says so.
  std::signal(SIGPIPE, SIG_IGN);
  return hpdl::client::RunOozieCommand(std::vector<std::string>(argv + 1, argv + argc));
}
