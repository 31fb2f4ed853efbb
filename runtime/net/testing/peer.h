#ifndef HPDL_RUNTIME_NET_TESTING_PEER_H_
#define HPDL_RUNTIME_NET_TESTING_PEER_H_

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <string>

namespace hpdl::rt::testing {

/// peer.py beside this file as a child; ends with this object.
class Peer {
 public:
  Peer() {
    folder_ = std::filesystem::temp_directory_path() / ("hpdl_peer_" + std::to_string(getpid()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    int in[2];
    int out[2];
    if (pipe(in) != 0 || pipe(out) != 0) {
      return;
    }
    pid_ = fork();
    if (pid_ == 0) {
      dup2(in[0], 0);
      dup2(out[1], 1);
      for (const int fd : {in[0], in[1], out[0], out[1]}) {
        close(fd);
      }
      execlp("python3", "python3", HPDL_SOURCE_DIR "/runtime/net/testing/peer.py", folder_.c_str(),
             nullptr);
      _exit(127);
    }
    close(in[0]);
    close(out[1]);
    stdin_ = in[1];
    FILE* lines = fdopen(out[0], "r");
    char name[32];
    int port = 0;
    while (fscanf(lines, "%31s", name) == 1 && std::string(name) != "ready" &&
           fscanf(lines, "%d", &port) == 1) {
      ports_[name] = port;
    }
    fclose(lines);
  }
  ~Peer() {
    close(stdin_);
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    std::filesystem::remove_all(folder_);
  }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  int Port(const std::string& name) const { return ports_.at(name); }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
  pid_t pid_ = -1;
  int stdin_ = -1;
  std::map<std::string, int> ports_;
};

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_NET_TESTING_PEER_H_
