#ifndef HPDL_RUNTIME_WORLD_NET_TESTING_PEER_H_
#define HPDL_RUNTIME_WORLD_NET_TESTING_PEER_H_

#include <signal.h>
#include <stdio.h>

#include <filesystem>
#include <map>
#include <string>

#include "runtime/world/net/testing/script_child.h"

namespace hpdl::rt::testing {

/// Runs peer.py, which is beside this file, as a child. The destructor ends the child.
class Peer {
 public:
  Peer() {
    char name[32];
    int port = 0;
    while (child_.output() != nullptr && fscanf(child_.output(), "%31s", name) == 1 &&
           std::string(name) != "ready" && fscanf(child_.output(), "%d", &port) == 1) {
      ports_[name] = port;
    }
  }
  /// Ends the child even if it is still answering.
  ~Peer() {
    if (child_.pid() > 0) {
      kill(child_.pid(), SIGKILL);
    }
  }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  int Port(const std::string& name) const { return ports_.at(name); }
  const std::filesystem::path& folder() const { return child_.folder(); }

 private:
  const ScriptChild child_{"runtime/world/net/testing/peer.py", "hpdl_peer_"};
  std::map<std::string, int> ports_;
};

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_WORLD_NET_TESTING_PEER_H_
