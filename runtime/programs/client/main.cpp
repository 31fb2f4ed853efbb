#include <csignal>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/programs/client/celos_command.h"
#include "runtime/programs/client/commands.h"

int main(int argc, char** argv) {
  // If the reader of the output has ended, a write must return an error. SIGPIPE would end the
  // process.
  std::signal(SIGPIPE, SIG_IGN);
  std::string_view name = argc > 0 ? argv[0] : "hpdl";
  name.remove_prefix(name.rfind('/') + 1);
  if (name == "celos-ci") {
    return hpdl::client::RunCelosCi(std::vector<std::string>(argv + 1, argv + argc));
  }
  return hpdl::client::RunClient(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc),
                                 name != "oozie");
}
