#ifndef HPDL_RUNTIME_WORLD_SSH_TESTING_SSH_SERVER_H_
#define HPDL_RUNTIME_WORLD_SSH_TESTING_SSH_SERVER_H_

#include <stdio.h>

#include <fstream>
#include <string>

#include "runtime/world/net/testing/script_child.h"

namespace hpdl::rt::testing {

/// Returns the output of a shell command, without trailing newlines.
inline std::string Shell(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  std::string text(4096, '\0');
  text.resize(fread(text.data(), 1, text.size(), pipe));
  pclose(pipe);
  while (text.ends_with('\n')) {
    text.pop_back();
  }
  return text;
}

/// OpenSSH's server in a folder of its own. The destructor ends the server.
class Server {
 public:
  Server() {
    if (child_.output() == nullptr || fscanf(child_.output(), "%d", &port) != 1) {
      port = 0;
    }
  }

  std::string Path(const std::string& name) const { return child_.folder() / name; }
  std::size_t Logins() const {
    std::ifstream log(Path("sshd.log"));
    std::size_t count = 0;
    for (std::string line; std::getline(log, line);) {
      count += line.find("Accepted publickey") != std::string::npos ? 1 : 0;
    }
    return count;
  }
  /// Kills the processes of sshd that serve clients.
  void BreakConnections() const {
    Shell("pkill -KILL -P \"$(pgrep -P " + std::to_string(child_.pid()) + " sshd)\" sshd");
  }

  int port = 0;

 private:
  const ScriptChild child_{"test/harness/ssh_server.py", "hpdl_ssh_"};
};

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_WORLD_SSH_TESTING_SSH_SERVER_H_
